"""A small client of the Kubernetes API that keeps what others throw away: status codes, messages and warnings."""

import http.client
import json
import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tests.live.kube.pki import Pki

Object = Mapping[str, Any]

JSON = "application/json"
APPLY = "application/apply-patch+yaml"
DISCOVERY = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said: HTTP status, decoded body, and the texts of its warnings."""

    status: int
    body: dict[str, Any]
    warnings: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return self.status < 300

    @property
    def message(self) -> str:
        return "" if self.ok else str(self.body.get("message", ""))


@dataclass(frozen=True, slots=True)
class Resource:
    """How one kind is addressed."""

    group: str
    version: str
    kind: str
    plural: str
    namespaced: bool

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version

    def path(self, namespace: str | None, name: str | None = None) -> str:
        parts = ["apis", self.group, self.version] if self.group else ["api", self.version]
        if self.namespaced and namespace:
            parts += ["namespaces", namespace]
        return "/" + "/".join([*parts, self.plural, *([name] if name else [])])


class Client:
    """Speaks to one API server as its administrator, or in the name of another user; not for several threads."""

    def __init__(self, port: int, pki: Pki, *, user: str | None = None, groups: Sequence[str] = ()) -> None:
        context = ssl.create_default_context(cafile=pki.authority.certificate)
        context.load_cert_chain(pki.admin.certificate, pki.admin.key)
        self._connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=60)
        self._resources: list[Resource] = []
        self._user = [("Impersonate-User", user), *(("Impersonate-Group", group) for group in groups)] if user else []

    def close(self) -> None:
        self._connection.close()

    def request(
        self,
        method: str,
        path: str,
        body: Object | None = None,
        *,
        content: str = JSON,
        accept: str = JSON,
        **query: str,
    ) -> Answer:
        """One request; ConnectionError when the server cannot be reached."""
        target = f"{path}?{urlencode(query)}" if query else path
        data = None if body is None else json.dumps(body)
        headers = [("Content-Type", content), ("Accept", accept), *self._user]
        try:
            response, text = self._exchange(method, target, data, headers)
        except (http.client.HTTPException, OSError) as error:
            self._connection.close()
            raise ConnectionError(f"{method} {target}: {error}") from error
        return Answer(response.status, _decoded(text), _warnings(response))

    def _exchange(
        self, method: str, target: str, data: str | None, headers: Sequence[tuple[str, str]]
    ) -> tuple[http.client.HTTPResponse, str]:
        try:
            response = self._sent(method, target, data, headers)
        except (ConnectionResetError, BrokenPipeError, ssl.SSLEOFError):
            # The server ends a connection that was idle for a while; it has not taken this request.
            self._connection.close()
            response = self._sent(method, target, data, headers)
        return response, response.read().decode(errors="replace")

    def _sent(
        self, method: str, target: str, data: str | None, headers: Sequence[tuple[str, str]]
    ) -> http.client.HTTPResponse:
        """One header may stand several times, as that of a user's groups does."""
        self._connection.putrequest(method, target)
        body = (data or "").encode()
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self._connection.putheader(name, value)
        self._connection.endheaders(body)
        return self._connection.getresponse()

    def create(self, obj: Object, *, dry_run: bool = False) -> Answer:
        """POST of a new object, with the server's defaults for the rest."""
        path = self.resource(obj["kind"], obj["apiVersion"]).path(obj["metadata"].get("namespace"))
        return self.request("POST", path, obj, **({"dryRun": "All"} if dry_run else {}))

    def resource(self, kind: str, api_version: str | None = None) -> Resource:
        """The resource of a kind, in the given or the server's preferred version.

        ``Kind.group`` picks a group. LookupError when nothing, or more than one group, serves the kind.
        """
        found = self._find(kind, api_version)
        if not found:
            self._resources = self._discover()
            found = self._find(kind, api_version)
        if len({resource.group for resource in found}) != 1:
            raise LookupError(f"{kind} ({api_version or 'any version'}): served by {found or 'no API group'}")
        return found[0]

    def _find(self, kind: str, api_version: str | None) -> list[Resource]:
        name, _, group = kind.partition(".")
        return [
            resource
            for resource in self._resources
            if resource.kind == name
            and (not group or resource.group == group)
            and (api_version is None or resource.api_version == api_version)
        ]

    def _discover(self) -> list[Resource]:
        groups = [
            group for root in ("/api", "/apis") for group in self.request("GET", root, accept=DISCOVERY).body["items"]
        ]
        return [
            Resource(
                group["metadata"].get("name", ""),
                version["version"],
                resource["responseKind"]["kind"],
                resource["resource"],
                resource["scope"] == "Namespaced",
            )
            for group in groups
            for version in group["versions"]
            for resource in version.get("resources", ())
        ]


def _decoded(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except ValueError:
        return {"message": text}
    return body if isinstance(body, dict) else {"message": text}


def _warnings(response: http.client.HTTPResponse) -> tuple[str, ...]:
    """The texts of ``Warning: 299 - "text"`` headers (RFC 7234, section 5.5), one a header."""
    found = (re.fullmatch(r'\d{3} \S+ "(.*)"', value) for value in response.headers.get_all("Warning", ()))
    return tuple(re.sub(r"\\(.)", r"\1", match[1]) for match in found if match)
