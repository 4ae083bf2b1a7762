#include "core/py/error.h"

#include <gtest/gtest.h>

namespace suture::py {
namespace {

TEST(Error, TakingClearsTheThreadAndRestoringSetsIt) {
  PyErr_SetString(PyExc_KeyError, "k");
  Error error = Error::take();
  EXPECT_EQ(PyErr_Occurred(), nullptr);
  EXPECT_TRUE(PyErr_GivenExceptionMatches(error.exception().get(), PyExc_KeyError));
  std::move(error).restore();
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_KeyError));
  PyErr_Clear();
}

TEST(Error, TakeTurnsNullIntoTheErrorAndAnObjectIntoAValue) {
  Result<Ref<>> bad = take(PyLong_FromString("x", nullptr, 10));
  ASSERT_FALSE(bad);
  EXPECT_TRUE(
      PyErr_GivenExceptionMatches(std::move(bad).error().exception().get(), PyExc_ValueError));
  Result<Ref<>> good = take(PyLong_FromLong(7));
  ASSERT_TRUE(good);
  EXPECT_EQ(PyLong_AsLong(good->get()), 7);
}

TEST(ErrorScope, KeepsTheUsersErrorOverQuietWork) {
  PyErr_SetString(PyExc_KeyError, "user's");
  {
    ErrorScope scope;
    EXPECT_EQ(PyErr_Occurred(), nullptr);
  }
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_KeyError));
  PyErr_Clear();
}

TEST(ErrorScopeDeathTest, AnErrorLeftBehindIsABrokenInvariant) {
  EXPECT_DEATH(
      {
        ErrorScope scope;
        PyErr_SetString(PyExc_KeyError, "ours");
      },
      "leaves none");
}

}  // namespace
}  // namespace suture::py
