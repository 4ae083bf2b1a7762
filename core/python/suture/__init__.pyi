from collections.abc import Callable, Iterable
from typing import Any, Literal, ParamSpec, TypeVar, final, overload

from suture import _tensors
from suture._tensors import *

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Breaks = BreakPolicy | Literal["none", "everywhere"] | Iterable[int] | None

__all__ = ["BreakPolicy", "compile", "disable", "graph_break", "reset"]
__all__ += _tensors.__all__

@final
class BreakPolicy:
    @staticmethod
    def none() -> BreakPolicy: ...
    @staticmethod
    def everywhere(files: Iterable[str] | None = None) -> BreakPolicy: ...
    @staticmethod
    def random(
        seed: int, probability: float = 0.1, files: Iterable[str] | None = None
    ) -> BreakPolicy: ...
    @staticmethod
    def before(
        operations: Iterable[str], files: Iterable[str] | None = None
    ) -> BreakPolicy: ...
    @staticmethod
    def at(positions: Iterable[int], /) -> BreakPolicy: ...

@overload
def compile(fn: Callable[_P, _R], *, breaks: _Breaks = None) -> Callable[_P, _R]: ...
@overload
def compile(
    fn: None = None, *, breaks: _Breaks = None
) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]: ...
def disable(fn: Callable[_P, _R]) -> Callable[_P, _R]: ...
def graph_break(msg: str = "") -> None: ...
def reset() -> None: ...
