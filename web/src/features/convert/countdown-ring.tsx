interface CountdownRingProps {
  /** Whole seconds left. */
  left: number;
  seconds: number;
}

const RADIUS = 18;
const LENGTH = 2 * Math.PI * RADIUS;

/** The time that is left, as a circle that empties. Decorative: the time is shown as text beside it. */
export function CountdownRing({ left, seconds }: CountdownRingProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className="size-10 shrink-0 -rotate-90">
      <circle cx="20" cy="20" r={RADIUS} fill="none" strokeWidth="3" className="stroke-line" />
      <circle
        cx="20"
        cy="20"
        r={RADIUS}
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - Math.min(1, left / seconds))}
        className={`${left <= 3 ? "stroke-warn" : "stroke-accent"} motion-safe:transition-[stroke-dashoffset] motion-safe:duration-1000 motion-safe:ease-linear`}
      />
    </svg>
  );
}
