type Step = readonly [width: number, rise: number];

const MIDDLE = 1280;
const FLOOR = 340;
const SURFACE = 24;
const BOTTOM = 372;

const LEFT: readonly Step[] = [
  [22, 14],
  [34, 22],
  [30, 10],
  [52, 30],
  [44, 12],
  [86, 26],
  [62, 18],
  [110, 34],
  [96, 14],
  [150, 30],
  [130, 22],
  [190, 40],
  [300, 58],
];
const RIGHT: readonly Step[] = [
  [26, 18],
  [28, 12],
  [46, 26],
  [38, 14],
  [64, 28],
  [58, 12],
  [98, 36],
  [72, 14],
  [126, 26],
  [118, 24],
  [160, 36],
  [206, 30],
  [270, 70],
];
const FAR_LEFT: readonly Step[] = [
  [40, 70],
  [70, 34],
  [56, 26],
  [120, 38],
  [92, 22],
  [180, 36],
  [160, 30],
  [590, 40],
];
const FAR_RIGHT: readonly Step[] = [
  [52, 62],
  [60, 40],
  [88, 30],
  [104, 34],
  [130, 26],
  [170, 40],
  [220, 26],
  [490, 44],
];

const SOUNDINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  .map((mark) => {
    const half = mark % 4 === 0 ? 10 : 5;
    return `M${MIDDLE - half} ${SURFACE + mark * 26}h${half * 2}`;
  })
  .join("");

/** The outline of one side: each step is a price further from the middle, each rise its quantity. */
function edge(steps: readonly Step[], direction: 1 | -1): string {
  return steps.reduce(
    (path, [width, rise]) => `${path}h${width * direction}v${-rise}`,
    `M${MIDDLE} ${FLOOR}`,
  );
}

function terrace(steps: readonly Step[], direction: 1 | -1): string {
  return `${edge(steps, direction)}h${40 * direction}V${BOTTOM}H${MIDDLE}z`;
}

/** Decorative: an order book drawn as a sea bed. No real data. */
export function DepthDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${MIDDLE * 2} ${BOTTOM}`}
      preserveAspectRatio="xMidYMax slice"
      className="block aspect-[2560/372] min-h-72 w-full lg:min-h-93"
    >
      <rect y={SURFACE} width={MIDDLE * 2} height={BOTTOM} className="fill-accent/5" />
      <path d={terrace(FAR_LEFT, -1)} className="fill-abyss/60" />
      <path d={terrace(FAR_RIGHT, 1)} className="fill-abyss/60" />
      <path d={edge(FAR_LEFT, -1)} className="fill-none stroke-line-strong" />
      <path d={edge(FAR_RIGHT, 1)} className="fill-none stroke-line-strong" />
      <path d={terrace(LEFT, -1)} className="fill-deep" />
      <path d={terrace(RIGHT, 1)} className="fill-deep" />
      <path d={edge(LEFT, -1)} strokeWidth="1.5" className="fill-none stroke-buy" />
      <path d={edge(RIGHT, 1)} strokeWidth="1.5" className="fill-none stroke-sell" />
      <path d={`M0 ${SURFACE}H${MIDDLE * 2}`} strokeWidth="1.5" className="stroke-accent" />
      <path d={`M${MIDDLE} ${SURFACE}V${FLOOR - 12}`} className="stroke-ink-3" />
      <path d={SOUNDINGS} className="stroke-ink-3" />
      <circle cx={MIDDLE} cy={SURFACE} r="6" strokeWidth="1.5" className="fill-abyss stroke-accent" />
      <path d={`M${MIDDLE} ${FLOOR - 14}l7 7l-7 7l-7-7z`} className="fill-ink" />
    </svg>
  );
}
