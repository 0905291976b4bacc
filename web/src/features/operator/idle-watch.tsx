import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { operatorQuery, signOutOperator } from "@/session/operator";

const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
const CHECK_MS = 5_000;
const WARN_BEFORE_MS = 60_000;
const KEEP_ALIVE_MS = 5 * 60_000;

/** Signs out an idle operator, though the page keeps polling; warns a minute before. */
export function IdleWatch({ limitSeconds }: { limitSeconds: number }) {
  const cache = useQueryClient();
  const lastActivity = useRef(Date.now());
  const lastKeepAlive = useRef(Date.now());
  const isAsked = useRef(false);
  const [isWarned, setWarned] = useState(false);

  useEffect(() => {
    const note = () => {
      // While the dialog is open only its buttons count, so that it does not close under the pointer.
      if (!isAsked.current) lastActivity.current = Date.now();
    };
    for (const name of ACTIVITY_EVENTS) addEventListener(name, note, { passive: true });
    const timer = setInterval(() => {
      const idle = Date.now() - lastActivity.current;
      isAsked.current = idle >= limitSeconds * 1000 - WARN_BEFORE_MS;
      setWarned(isAsked.current);
      if (idle >= limitSeconds * 1000) {
        void signOutOperator(
          i18n._(
            "{minutes, plural, one {You were signed out after # minute of inactivity.} other {You were signed out after # minutes of inactivity.}}",
            {
              minutes: Math.round(limitSeconds / 60),
            },
          ),
        );
      } else if (lastActivity.current - lastKeepAlive.current > KEEP_ALIVE_MS) {
        // Typing for long sends no requests, so keep the session alive.
        lastKeepAlive.current = Date.now();
        void cache.invalidateQueries({ queryKey: operatorQuery.queryKey });
      }
    }, CHECK_MS);
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY_EVENTS) removeEventListener(name, note);
    };
  }, [cache, limitSeconds]);

  function stay() {
    lastActivity.current = Date.now();
    isAsked.current = false;
    setWarned(false);
  }

  return (
    <Modal
      open={isWarned}
      // Closing the dialog means staying: only its button signs out.
      onClose={stay}
      title={i18n._("Still there?")}
      footer={
        <>
          {/* The first button has the focus: an accidental key press must not sign out. */}
          <Button onClick={stay}>{i18n._("Stay signed in")}</Button>
          <Button severity="secondary" onClick={() => void signOutOperator()}>
            {i18n._("Sign out")}
          </Button>
        </>
      }
    >
      <p>{i18n._("There was no activity for a while. You’ll be signed out within 1 minute.")}</p>
    </Modal>
  );
}
