import { i18n } from "@lingui/core";
import type { Pair } from "@/api/pairs";
import { downloadFile } from "@/lib/download-file";
import { intervalName } from "@/lib/interval-name";
import { site } from "@/session/site";
import type { CandleFeed } from "./candle-feed";
import { describeCandle } from "./candle-text";
import { readPalette } from "./palette";
import { timeAxis } from "./time-axis";

const HEAD_HEIGHT = 56;
const MARGIN = 16;

/** Saves the chart as a PNG with a title. */
export async function downloadPicture(chart: HTMLCanvasElement, pair: Pair, feed: CandleFeed): Promise<void> {
  const blob = await toPng(withHead(chart, pair, feed));
  downloadFile(`${pair.symbol}-${feed.interval}-${new Date().toISOString().slice(0, 10)}.png`, blob);
}

function withHead(chart: HTMLCanvasElement, pair: Pair, feed: CandleFeed): HTMLCanvasElement {
  const palette = readPalette();
  // The library draws in device pixels.
  const scale = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.width = chart.width;
  canvas.height = chart.height + HEAD_HEIGHT * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas to draw on.");
  context.fillStyle = palette.deep;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, HEAD_HEIGHT * scale);
  context.scale(scale, scale);
  context.fillStyle = palette.ink;
  context.font = '600 15px "Inter", system-ui, sans-serif';
  const title = { symbol: pair.symbol, interval: intervalName(feed.interval), sitename: site().sitename };
  context.fillText(i18n._("{symbol}, {interval}, {sitename}", title), MARGIN, 23);
  context.fillStyle = palette["ink-2"];
  context.font = '12px "Inter", system-ui, sans-serif';
  const candle = feed.candles.at(-1);
  const time = candle && timeAxis(feed.interval).describe(candle.start_ms);
  if (candle && time) context.fillText(describeCandle(candle, pair, time), MARGIN, 43);
  return canvas;
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("There is no picture."))), "image/png");
  });
}
