import { KycDesk } from "./kyc-desk";

export function KycPage() {
  return <KycDesk client={null} />;
}
