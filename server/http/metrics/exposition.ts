/** A metric with all its values, as Prometheus asks for it. */
export interface Family {
  name: string;
  type: 'counter' | 'gauge';
  /** One line. */
  help: string;
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** The text format 0.0.4. A family without values is left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ values }) => values.length > 0)
    .map(
      ({ name, type, help, values }) =>
        `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${values
          .map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}\n`)
          .join('')}`,
    )
    .join('');

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
