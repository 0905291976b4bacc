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

/** Signs out whoever has left the desk, though the page goes on asking for news; and warns them a minute before. */
export function IdleWatch({ limitSeconds }: { limitSeconds: number }) {
  const cache = useQueryClient();
  const lastSign = useRef(Date.now());
  const lastTold = useRef(Date.now());
  const isAsked = useRef(false);
  const [isWarned, setWarned] = useState(false);

  useEffect(() => {
    const note = () => {
      // Once the question is open, only its answer counts: it must not go away under the pointer that answers it.
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
        // Somebody who writes for long asks the server nothing meanwhile.
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
      // Whoever closes the question is there: only its own button signs out.
      onClose={stay}
      title={i18n._("Still there?")}
      footer={
        <>
          {/* The first answer has the focus, and a key that was pressed without looking must not sign out. */}
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
