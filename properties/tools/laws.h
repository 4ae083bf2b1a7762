// The law of tools that come and go, as a function (properties/frame/laws.h has the others).
#pragma once

namespace suture::properties {

bool toolsHearWhatTheyHearPlain(int programs);

}  // namespace suture::properties
