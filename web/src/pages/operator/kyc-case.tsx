import { useParams } from "@tanstack/react-router";
import { textOf } from "@/lib/text-of";
import { KycDesk } from "./kyc";

export function KycCasePage() {
  const { client } = useParams({ strict: false });
  return <KycDesk client={textOf(client)} />;
}
