import { FundsBand } from "@/features/landing/funds-band";
import { Hero } from "@/features/landing/hero";
import { FiguresBand, MarketsBand } from "@/features/landing/live-bands";
import { OrdersBand } from "@/features/landing/orders-band";
import { QuestionsBand } from "@/features/landing/questions-band";
import { OpenSourceBand, RefusalsBand, StepsBand } from "@/features/landing/text-bands";
import { useBelowTheFold } from "@/layouts/use-below-the-fold";

export function LandingPage() {
  const hasBands = useBelowTheFold();

  return (
    <>
      <Hero />
      {hasBands ? <Bands /> : <div className="min-h-dvh" />}
    </>
  );
}

function Bands() {
  return (
    <>
      <FiguresBand />
      <StepsBand />
      <FundsBand />
      <MarketsBand />
      <RefusalsBand />
      <OrdersBand />
      <OpenSourceBand />
      <QuestionsBand />
    </>
  );
}
