// The laws of frames that are stopped, read, written and left, as functions: each is a test of its
// own and is also run with planted faults. Each prints what it covered, does not hold if that is
// nothing, and on a failure prints the line that replays it.
#pragma once

namespace suture::properties {

bool writtenStateEqualsReachedState(int functions);
bool writtenStateEqualsReachedStateInTheLibrary(int rounds);
bool raiseAtEveryStop(int functions);
bool pendingStates(int chains);
bool generatorsAsOfNthYield(int scripts);
bool stoppingAnywhereChangesNothing(int functions);
bool corpusStoppedAnywhere(int rounds);
bool noReferenceGainedOrLost(int functions);
bool lifetimesAreThePlainOnes(int programs);

}  // namespace suture::properties
