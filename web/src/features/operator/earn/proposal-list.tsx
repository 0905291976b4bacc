import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { ChangeList } from "@/design/change-list";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { type Product, type Proposal, proposalsQuery, useApprove, useReject } from "./api";
import { differences, termsOf } from "./product-texts";

/** The newest proposals: what waits for a second person, and what became of the others. */
export function EarnProposals({ products }: { products: readonly Product[] }) {
  const { data } = useQuery(proposalsQuery);
  if (!data?.items.length) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-16">{i18n._("Proposals")}</h2>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line px-4">
        {data.items.map((proposal) => (
          <li key={proposal.id} className="py-3">
            <EarnProposal
              proposal={proposal}
              product={products.find(({ id }) => id === proposal.product) ?? null}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type EarnProposalProps = { proposal: Proposal; product: Product | null };

function EarnProposal({ proposal, product }: EarnProposalProps) {
  const approve = useApprove(proposal.id);
  const reject = useReject(proposal.id);
  const { draft } = proposal;
  const title = draft
    ? i18n._("New product {product}", { product: proposal.product })
    : i18n._("Change of {product}", { product: proposal.product });
  return (
    <ProposalItem
      proposal={proposal}
      title={title}
      reason={proposal.reason}
      consequences={[
        title,
        i18n._("It takes effect immediately: interest is paid from the treasury by these terms."),
      ]}
      permission="products"
      approve={approve}
      reject={reject}
    >
      <Asked proposal={proposal} product={product} />
    </ProposalItem>
  );
}

/** What is asked for; a change beside the terms of today, as long as it has not been made. */
function Asked({ proposal: { status, draft, change }, product }: EarnProposalProps) {
  if (draft) {
    return (
      <dl className="grid gap-x-6 gap-y-1 text-13 sm:grid-cols-2">
        {termsOf(draft).map(({ what, value }) => (
          <div key={what} className="flex justify-between gap-3">
            <dt className="text-ink-3">{what}</dt>
            <dd className="text-right tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const isOpen = status === "proposed" || status === "approved";
  if (!isOpen || change === null || product === null) return null;
  return <ChangeList changes={differences(product, change)} />;
}
