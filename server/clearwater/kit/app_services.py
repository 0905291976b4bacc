"""What the app was wired with, as dependencies of its routes: each has a type and is declared once."""

from typing import Any, ClassVar, Generic, TypeVar

from starlette.requests import HTTPConnection

T = TypeVar("T")


class AppService(Generic[T]):
    """One of the app's services. A route names it as a dependency; other code gets it with `of`.

    That each is wired under its name and with its type is checked by a test, for no type checker sees it.
    """

    declared: ClassVar[list["AppService[Any]"]] = []

    def __init__(self, name: str) -> None:
        self.name = name
        self.declared.append(self)

    def of(self, app: Any) -> T:
        """The service of an app, for layers and for routes that take nothing but the request."""
        service: T = getattr(app.services, self.name)
        return service

    async def __call__(self, connection: HTTPConnection) -> T:
        return self.of(connection.app)
