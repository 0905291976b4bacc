import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { useMay } from "@/session/operator";

interface SubjectLinksProps {
  /** As in the audit log, such as `pair:BTC-USDT`. */
  subject: string;
  backTo: string;
  backLabel: string;
}

/** The links of a page about one thing: what staff have done to it, and back to all of its kind. */
export function SubjectLinks({ subject, backTo, backLabel }: SubjectLinksProps) {
  const may = useMay();
  const look = buttonClass({ severity: "secondary", size: "small" });
  return (
    <>
      {may("audit") && (
        <Link to="/operator/audit" search={{ subject }} className={look}>
          <Icon name="history" size={14} />
          {i18n._("Staff actions")}
        </Link>
      )}
      <Link to={backTo} className={look}>
        <Icon name="arrow-left" size={14} />
        {backLabel}
      </Link>
    </>
  );
}
