import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { LoadMore } from "@/design/load-more";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage, Desk } from "@/features/operator/console-page";
import { sitesQuery } from "@/features/operator/sites/api";
import { SiteForm } from "@/features/operator/sites/site-form";
import { NewSiteDialog, SiteFacts, SiteList } from "@/features/operator/sites/site-list";
import { NewSiteProposals } from "@/features/operator/sites/site-proposal";

export function SitesPage() {
  const [isAdding, setAdding] = useState(false);

  return (
    <ConsolePage
      title={i18n._("Sites")}
      permission="sites"
      description={i18n._(
        "The brands of this installation, each with its own hostnames, contacts and color.",
      )}
      actions={
        <Button size="small" icon="plus" onClick={() => setAdding(true)}>
          {i18n._("Add site")}
        </Button>
      }
    >
      <SitesDesk />
      <NewSiteDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </ConsolePage>
  );
}

function SitesDesk() {
  const { site: chosenId } = useSearch({ strict: false });
  const sites = useInfiniteQuery(sitesQuery);

  return (
    <QueryView query={sites} skeleton={<Skeleton shape="card" />}>
      {({ pages }) => {
        const known = pages.flatMap(({ items }) => items);
        const chosen = known.find(({ id }) => id === chosenId);
        return (
          <Desk
            hasChosen={chosen !== undefined}
            backTo="/operator/sites"
            queue={
              <>
                <NewSiteProposals />
                <SiteList sites={known} chosenId={chosen?.id ?? null} />
                <LoadMore
                  hasMore={sites.hasNextPage}
                  pending={sites.isFetchingNextPage}
                  failed={sites.isFetchNextPageError}
                  onLoad={() => void sites.fetchNextPage()}
                />
              </>
            }
            subject={
              chosen ? (
                <SiteForm key={chosen.id} site={chosen} />
              ) : (
                <EmptyState icon="globe" title={i18n._("Choose a site to edit")} />
              )
            }
            side={chosen && <SiteFacts site={chosen} />}
          />
        );
      }}
    </QueryView>
  );
}
