type Fact = { title: string; text: string };

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
      {facts.map((fact) => (
        <div key={fact.title} className="flex flex-col gap-2 border-line border-t pt-4">
          <dt className="font-semibold text-16">{fact.title}</dt>
          <dd className="text-pretty text-16 text-ink-2">{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}
