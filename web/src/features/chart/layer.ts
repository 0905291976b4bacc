import type { ISeriesApi, SeriesType } from "lightweight-charts";
import type { Bar } from "./bars";
import type { TimeAxis } from "./time-axis";

/** Something that is drawn from the bars. */
export interface Layer {
  setBars: (bars: readonly Bar[]) => void;
  /** Draws the bars from an index: those below `known` are changed, the others added. */
  update: (bars: readonly Bar[], from: number, known: number) => void;
  remove: () => void;
}

/** The library's data of one bar; which fields are used depends on the series. */
export type Point = { time: ReturnType<TimeAxis["toAxis"]> } & Record<string, unknown>;

type PointSeries = {
  setData: (points: Point[]) => void;
  update: (point: Point, isHistorical: boolean) => void;
};

export function setPoints(series: ISeriesApi<SeriesType>, points: Point[]): void {
  (series as PointSeries).setData(points);
}

export function updatePoints(
  series: ISeriesApi<SeriesType>,
  from: number,
  known: number,
  points: readonly Point[],
): void {
  points.forEach((point, at) => {
    // The library requires a flag to change a point before the last one.
    (series as PointSeries).update(point, from + at < known - 1);
  });
}
