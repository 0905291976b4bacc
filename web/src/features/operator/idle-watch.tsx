import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { operatorQuery, signOutOperator } from "@/session/operator";

const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
const LOOK_EVERY_MS = 5_000;
const WARN_BEFORE_MS = 60_000;
const TELL_SERVER_EVERY_MS = 5 * 60_000;

/** Signs out an idle operator, though the page keeps polling; warns a minute before. */
export function IdleWatch({ limitSeconds }: { limitSeconds: number }) {
  const cache = useQueryClient();
  const lastSign = useRef(Date.now());
  const lastTold = useRef(Date.now());
  const isAsked = useRef(false);
  const [isWarned, setWarned] = useState(false);

  useEffect(() => {
    const note = () => {
      // While the dialog is open only its buttons count, so that it does not close under the pointer.
      if (!isAsked.current) lastSign.current = Date.now();
    };
    for (const name of SIGNS_OF_LIFE) addEventListener(name, note, { passive: true });
    const timer = setInterval(() => {
      const idle = Date.now() - lastSign.current;
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
      } else if (lastSign.current - lastTold.current > TELL_SERVER_EVERY_MS) {
        // Typing for long sends no requests, so keep the session alive.
        lastTold.current = Date.now();
        void cache.invalidateQueries({ queryKey: operatorQuery.queryKey });
      }
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      for (const name of SIGNS_OF_LIFE) removeEventListener(name, note);
    };
  }, [cache, limitSeconds]);

  function stay() {
    lastSign.current = Date.now();
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
