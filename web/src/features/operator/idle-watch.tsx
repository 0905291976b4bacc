import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/design/confirm-dialog";
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
  const [isWarned, setWarned] = useState(false);

  useEffect(() => {
    const note = () => {
      lastSign.current = Date.now();
    };
    for (const name of SIGNS_OF_LIFE) addEventListener(name, note, { passive: true });
    const timer = setInterval(() => {
      const idle = Date.now() - lastSign.current;
      setWarned(idle >= limitSeconds * 1000 - WARN_BEFORE_MS);
      if (idle >= limitSeconds * 1000) {
        void signOutOperator(
          i18n._("You were signed out after {minutes} minutes without activity.", {
            minutes: Math.round(limitSeconds / 60),
          }),
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

  return (
    <ConfirmDialog
      open={isWarned}
      title={i18n._("Still there?")}
      confirmLabel={i18n._("Stay signed in")}
      cancelLabel={i18n._("Sign out")}
      onConfirm={() => {
        lastSign.current = Date.now();
        setWarned(false);
      }}
      onCancel={() => void signOutOperator()}
    >
      <p>{i18n._("You are about to be signed out because nothing happened here for a while.")}</p>
    </ConfirmDialog>
  );
}
