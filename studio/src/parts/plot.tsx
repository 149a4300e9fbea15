import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../theme.js";

export interface PlotSeries {
  readonly label: string;
  /** A theme colour, such as `accent`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly format?: (value: number) => string;
  readonly bars?: boolean;
  readonly area?: boolean;
}

const colourOf = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A plot over time or other ascending numbers. Its summary is for screen readers. */
export function Plot({
  x,
  series,
  height = 140,
  summary,
  time = true,
  formatX,
  utc = true,
}: {
  /** Unix seconds if `time` is set; otherwise any ascending numbers. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly height?: number;
  readonly summary: string;
  readonly time?: boolean;
  readonly formatX?: (value: number) => string;
  readonly utc?: boolean;
}) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const shape = `${series.map(({ label, colour, bars }) => label + colour + bars).join()}|${height}|${theme.value}|${time}`;
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
    const chart = new uPlot(
      {
        width: element.clientWidth || 300,
        height,
        scales: { x: { time } },
        cursor: { y: false, drag: { setScale: false } },
        legend: { show: series.length > 1 || series.some(({ format }) => format !== undefined), live: true },
        ...(utc && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC") }),
        axes: [
          { ...axis, ...(formatX && { values: (_: uPlot, ticks: number[]) => ticks.map(formatX) }) },
          {
            ...axis,
            size: 74,
            values: (_: uPlot, ticks: number[]) => ticks.map((tick) => (series[0]?.format ?? String)(tick)),
          },
        ],
        series: [
          formatX
            ? { label: "", value: (_: uPlot, value: number | null) => (value === null ? "" : formatX(value)) }
            : {},
          ...series.map(({ label, colour, format, bars, area }) => ({
            label,
            stroke: colourOf(colour),
            width: 2,
            points: { show: false },
            ...(area && { fill: `${colourOf(colour)}22` }),
            ...(bars &&
              uPlot.paths.bars && {
                paths: uPlot.paths.bars({ size: [0.8, 24] }),
                fill: `${colourOf(colour)}aa`,
                width: 0,
              }),
            ...(format && {
              value: (_: uPlot, value: number | null) => (value === null ? "–" : format(value)),
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
