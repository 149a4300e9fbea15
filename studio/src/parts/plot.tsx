import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../theme.js";
import { moment } from "./format.js";

export interface PlotSeries {
  readonly label: string;
  /** A theme colour, such as `accent`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly format?: (value: number) => string;
  readonly bars?: boolean;
  readonly area?: boolean;
  /** Values are missing: those that exist have a dot, and no line crosses a gap. */
  readonly gaps?: boolean;
}

const DAY = 86_400;
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Times of an axis in UTC: a day at midnight or with steps of days, otherwise a time of day. */
function timeTexts(seconds: readonly number[], step: number): string[] {
  return seconds.map((second) => {
    const date = new Date(second * 1_000);
    if (step >= DAY || second % DAY === 0) return dayAndMonth.format(date);
    return date.toISOString().slice(11, step < 60 ? 19 : 16);
  });
}

const colourOf = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Text in the place of a plot, as high as the plot. Default: that it loads. */
export function PlotText(props: { readonly height: number; readonly children?: ComponentChildren }) {
  return (
    <p class="no-plot" style={{ minHeight: `${props.height}px` }}>
      {props.children ?? "Loading …"}
    </p>
  );
}

/** A plot over time or other ascending numbers. Its summary is for screen readers. */
export function Plot(props: {
  /** Unix seconds, or other ascending numbers with `formatX`. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly height?: number;
  readonly summary: string;
  readonly formatX?: (value: number) => string;
  /** Counts, from zero. */
  readonly whole?: boolean;
  /** One value a day. */
  readonly daily?: boolean;
  /** Shows the names of the series and the values at the pointer. Default: with several series. */
  readonly legend?: boolean;
}) {
  const { x, series, height = 140, summary, formatX, whole = false, daily = false } = props;
  const { legend = series.length > 1 } = props;
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const looks = series.map(({ values, format, ...look }) => look);
  const shape = JSON.stringify([looks, height, theme.value, whole, daily, legend]);
  const data = [
    x as number[],
    ...series.map(({ values }) => values as (number | null)[]),
  ] as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const axis = {
      stroke: colourOf("faint"),
      grid: { stroke: colourOf("line"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui",
    };
    const shownX = formatX ?? ((seconds: number) => moment(seconds * 1_000));
    const chart = new uPlot(
      {
        width: element.clientWidth || 300,
        height,
        padding: [8, 24, 0, 0],
        scales: {
          x: { time: formatX === undefined },
          // Without values, the axis is still there.
          y: {
            range: (_: uPlot, least: number | null, most: number | null) => {
              if (whole || least === null || most === null) return [0, Math.max(2, (most ?? 0) * 1.1)];
              return uPlot.rangeNum(least, most, 0.1, true);
            },
          },
        },
        cursor: { y: false, drag: { setScale: false } },
        legend: { show: legend, live: true },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
        axes: [
          {
            ...axis,
            size: 30,
            gap: 8,
            space: 64,
            ...(daily && { incrs: [DAY, 2 * DAY, 5 * DAY, 7 * DAY, 14 * DAY, 30 * DAY] }),
            values: (_: uPlot, ticks: number[], __: number, ___: number, step: number) =>
              formatX ? ticks.map(formatX) : timeTexts(ticks, step),
          },
          {
            ...axis,
            space: 24,
            ...(whole && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] }),
            // As wide as the longest label. The first call has no labels.
            size: (_: uPlot, texts: string[] | null) =>
              16 + 7 * Math.max(2, ...(texts ?? []).map((text) => text.length)),
            values: (_: uPlot, ticks: number[]) => ticks.map((tick) => (series[0]?.format ?? String)(tick)),
          },
        ],
        series: [
          { label: "", value: (_: uPlot, value: number | null) => (value === null ? "" : shownX(value)) },
          ...series.map(({ label, colour, format, bars, area, gaps = false }) => ({
            label,
            stroke: colourOf(colour),
            width: 2,
            points: { show: gaps, size: 4, fill: colourOf(colour) },
            spanGaps: !gaps,
            ...(area && { fill: `${colourOf(colour)}22` }),
            ...(bars &&
              uPlot.paths.bars && {
                paths: uPlot.paths.bars({ size: [0.8, 24] }),
                fill: `${colourOf(colour)}aa`,
                width: 0,
              }),
            ...(format && {
              value: (_: uPlot, value: number | null) => (value === null ? "" : format(value)),
            }),
          })),
        ],
      },
      latest.current,
      element,
    );
    plot.current = chart;
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      plot.current = undefined;
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(latest.current), [x, series]);
  return (
    <figure class="plot" aria-label={summary} role="img">
      <div ref={container} />
    </figure>
  );
}
