import { AppsBand } from "./apps-band";
import { DepthDrawing } from "./depth-drawing";
import { FundsBand } from "./funds-band";
import { FiguresBand, MarketsBand } from "./live-bands";
import { OrdersBand } from "./orders-band";
import { ApiBand, ConvertBand, EarnBand, LevelsBand, PremarketBand } from "./product-bands";
import { ProofBand } from "./proof-band";
import { QuestionsBand } from "./questions-band";
import { RefusalsBand, StepsBand } from "./text-bands";

/** Everything below the first screen. */
export function Bands() {
  return (
    <>
      <DepthDrawing />
      <FiguresBand />
      <StepsBand />
      <MarketsBand />
      <FundsBand />
      <RefusalsBand />
      <OrdersBand />
      <ConvertBand />
      <PremarketBand />
      <EarnBand />
      <ApiBand />
      <LevelsBand />
      <ProofBand />
      <AppsBand />
      <QuestionsBand />
    </>
  );
}
