"""A double of the support chat's provider, on an origin of its own, that behaves like its public script.

The bubble's holder appears when the frame has loaded; `chatwoot:ready` is dispatched once, never after a
reset; styles are written into the document; hiding a bubble that is not there throws.
"""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SCRIPT = """
(() => {
  const PREFIX = "chatwoot-widget:";
  const YEAR = 365 * 86400;
  const setCookie = (name, value, age) => {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
  };
  const readCookie = name => (`; ${document.cookie}`.split(`; ${name}=`)[1] ?? "").split(";")[0];
  const frame = () => document.getElementById("chatwoot_live_chat_widget");
  const send = (event, rest) =>
    frame().contentWindow.postMessage(PREFIX + JSON.stringify({event, ...rest}), "*");
  const find = name => document.querySelector("." + name);

  function run({baseUrl, websiteToken}) {
    if (window.$chatwoot) return;
    const url = `${baseUrl}/widget?website_token=${websiteToken}`;
    const userCookie = `cw_user_${websiteToken}`;
    const chat = window.$chatwoot = {
      hasLoaded: false,
      resetTriggered: false,
      hideMessageBubble: (window.chatwootSettings ?? {}).hideMessageBubble ?? false,
      toggleBubbleVisibility(visibility) {
        const isHidden = visibility === "hide";
        find("woot-widget-holder").classList.toggle("woot-widget--without-bubble", isHidden);
        find("woot--bubble-holder").classList.toggle("woot-hidden", isHidden);
        chat.hideMessageBubble = isHidden;
        send("set-bubble-visibility", {hideMessageBubble: isHidden});
      },
      setUser(identifier, user) {
        const known = btoa(JSON.stringify([identifier, user])).replaceAll("=", "");
        if (readCookie(userCookie) === known) return;
        chat.identifier = identifier;
        chat.user = user;
        send("set-user", {identifier, user});
        setCookie(userCookie, known, YEAR);
      },
      reset() {
        setCookie("cw_conversation", "", 0);
        setCookie(userCookie, "", 0);
        frame().src = url;
        chat.resetTriggered = true;
      },
    };

    const styles = document.createElement("style");
    styles.innerHTML = `.woot-hidden { display: none !important; }
      .woot-widget-holder { position: fixed; visibility: hidden; }
      .woot-widget-bubble { position: fixed; right: 20px; bottom: 20px; width: 64px; height: 64px; }`;
    document.body.append(styles);
    const holder = document.createElement("div");
    holder.className = "woot-widget-holder";
    const made = document.createElement("iframe");
    made.id = "chatwoot_live_chat_widget";
    made.title = "Support chat";
    // What is known of an earlier visit goes along at first, but not after a reset.
    made.src = `${url}&cw_conversation=${readCookie("cw_conversation")}`;
    holder.append(made);
    document.body.append(holder);
    window.onmessage = ({data}) => {
      if (typeof data !== "string" || !data.startsWith(PREFIX)) return;
      if (JSON.parse(data.slice(PREFIX.length)).event === "loaded") onLoaded(chat, baseUrl);
    };
  }

  function onLoaded(chat, baseUrl) {
    setCookie("cw_conversation", "conversation", YEAR);
    chat.hasLoaded = true;
    send("config-set", {hideMessageBubble: chat.hideMessageBubble});
    frame().setAttribute("style", "height: 100% !important");
    if (!find("woot--bubble-holder")) {
      const holder = document.createElement("div");
      holder.className = "woot--bubble-holder";
      // As some versions do: no bubble, ever, where it is hidden at first.
      if (!chat.hideMessageBubble) {
        const bubble = document.createElement("button");
        bubble.className = "woot-widget-bubble";
        bubble.title = "Open chat window";
        bubble.innerHTML = `<img alt="" src="${baseUrl}/avatar.gif">`;
        holder.append(bubble);
      }
      document.body.append(holder);
    }
    if (chat.user) send("set-user", chat.user);
    if (!chat.resetTriggered) window.dispatchEvent(new CustomEvent("chatwoot:ready"));
  }

  window.chatwootSDK = {run};
})();
"""
FRAME = """<!doctype html><title>Chat</title><script>
addEventListener("message", ({data}) => {
  const {event, ...rest} = JSON.parse(data.slice("chatwoot-widget:".length));
  if (event === "set-user") fetch("/seen", {method: "POST", body: JSON.stringify(rest)});
});
parent.postMessage('chatwoot-widget:{"event":"loaded","config":{"authToken":"conversation"}}', "*");
</script>"""
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


class ChatProvider:
    """What it has been asked by the visitors of one story."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.scripts = 0
        self.frames = 0
        # Whom frames were told about, in order.
        self.seen: list[dict[str, Any]] = []
        self.may_load = threading.Event()
        self.may_load.set()


class ChatServer:
    """Serves one story after the other under the same address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.provider = ChatProvider(url)

    def start_story(self) -> ChatProvider:
        """Whoever asks from now on belongs to the next story."""
        self.provider = ChatProvider(self.url)
        return self.provider


@contextmanager
def providing() -> Iterator[ChatServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider = served.provider
            if self.path == "/packs/js/sdk.js":
                provider.scripts += 1
                self._answer("text/javascript", SCRIPT.encode())
            elif self.path.startswith("/widget?website_token=website-token"):
                provider.may_load.wait(60)
                provider.frames += 1
                self._answer("text/html", FRAME.encode())
            elif self.path == "/avatar.gif":
                self._answer("image/gif", PIXEL)
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            served.provider.seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self._answer("text/plain", b"")

        def _answer(self, media_type: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_request(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = ChatServer(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield served
    finally:
        served.provider.may_load.set()
        server.shutdown()
        thread.join()
        server.server_close()
