import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { StoredPicture } from "@/features/files/stored-picture";
import { uploadFile } from "@/features/files/upload";
import { ContactForm } from "@/features/support/contact-form";
import { TicketList } from "@/features/support/ticket-list";

const uploadAttachment = uploadFile("feedback");

export function ContactPage() {
  return (
    <PageSection
      level={1}
      title={i18n._("Contact")}
      description={i18n._("Questions, problems or suggestions? Send a message.")}
    >
      <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-2">
        <PageSection title={i18n._("Contact support")}>
          <ContactForm upload={uploadAttachment} />
        </PageSection>
        <PageSection title={i18n._("Your tickets")}>
          <TicketList Attachment={StoredPicture} />
        </PageSection>
      </div>
    </PageSection>
  );
}
