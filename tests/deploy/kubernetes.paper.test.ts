import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments, type Document } from 'yaml';
import * as z from 'zod';
import { controlUser } from '../../server/engine/agents/agents-place.ts';
import { projectRoot } from '../support/project-root.ts';
import { shellLinesOf } from '../support/shell-words.ts';
import schema from './kubernetes.schema.json' with { type: 'json' };

const folder = join(projectRoot, 'deploy/kubernetes');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const documentsIn = (text: string): unknown[] =>
  (parseAllDocuments(text) as Document[]).map((document) => {
    if (document.errors.length > 0) throw document.errors[0] ?? new Error('not YAML');
    return document.toJS() as unknown;
  });

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schema);
const definitions: Record<string, string> = {
  'apps/v1 Deployment': 'io.k8s.api.apps.v1.Deployment',
  'v1 Service': 'io.k8s.api.core.v1.Service',
  'networking.k8s.io/v1 NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
};

/** What the API of Kubernetes would refuse, or drop because it does not know it. */
function faultsOf(object: unknown): string[] {
  const { apiVersion = '', kind = '' } = object as { apiVersion?: string; kind?: string };
  const definition = definitions[`${apiVersion} ${kind}`];
  if (definition === undefined) return [`no schema of ${apiVersion} ${kind}`];
  const validate = ajv.getSchema(`kubernetes#/$defs/${definition}`);
  if (!validate) throw new Error(`no definition of ${definition}`);
  if (validate(object)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${Object.values(params).join()}`,
  );
}

const kustomization = z
  .strictObject({
    apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
    kind: z.literal('Kustomization'),
    namespace: z.string(),
    resources: z.array(z.string()),
    images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
    replicas: z.array(z.strictObject({ name: z.string(), count: z.int() })),
  })
  .parse(documentsIn(read('kustomization.yaml'))[0]);
const objects = kustomization.resources.flatMap((file) => documentsIn(read(file)));

type Labels = Record<string, string>;
interface Container {
  args: string[];
  image: string;
  env: { value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Labels; limits: Labels };
  securityContext: unknown;
  volumeMounts?: { name: string; mountPath: string }[];
}
interface Workload {
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels };
      spec: {
        containers: [Container];
        volumes?: { name: string; secret: { secretName: string } }[];
        securityContext: unknown;
        topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: Labels } }[];
      };
    };
  };
}
interface Selecting {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: Labels;
    podSelector: { matchLabels: Labels };
    ports: { port: number; targetPort: string }[];
    ingress?: { from: { podSelector: { matchLabels: Labels } }[]; ports: { port: string }[] }[];
  };
}
const isOf = (kind: string) => (object: unknown) => (object as { kind: string }).kind === kind;
const workloads = new Map(
  (objects.filter(isOf('Deployment')) as Workload[]).map((workload) => [workload.metadata.name, workload]),
);
const workload = (name: string): Workload => {
  const found = workloads.get(name);
  if (!found) throw new Error(`no Deployment ${name}`);
  return found;
};
const containerOf = (name: string) => workload(name).spec.template.spec.containers[0];
const labelled = (labels: Labels) =>
  [...workloads]
    .filter(([, { spec }]) =>
      Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
    )
    .map(([name]) => name);

test('kustomization.yaml has every file of its folder', () => {
  const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
  expect([...kustomization.resources].sort()).toEqual(files.sort());
  expect([...workloads.keys()]).toEqual(['control', 'agent', 'coordinator']);
});

test.each(objects.map((object) => [object as Selecting]))(
  'the API of Kubernetes knows every field of $kind $metadata.name, and its type',
  (object) => {
    expect(faultsOf(object)).toEqual([]);
  },
);

describe('a mistake is found:', () => {
  type Change = (agent: Workload['spec']) => void;
  test.each<[string, Change, string]>([
    [
      'a field that does not exist',
      (spec) => Object.assign(spec, { replicaCount: 3 }),
      '/spec must NOT have additional properties replicaCount',
    ],
    [
      'one deep inside',
      (spec) => Object.assign(spec.template.spec.containers[0], { readynessProbe: {} }),
      '/spec/template/spec/containers/0 must NOT have additional properties readynessProbe',
    ],
    [
      'a number where a text is asked for',
      (spec) => Object.assign(spec.template.spec.containers[0], { args: ['--max-clients', 1000] }),
      '/spec/template/spec/containers/0/args/1 must be string string',
    ],
    [
      'a text where a number is asked for',
      (spec) => Object.assign(spec, { replicas: '3' }),
      '/spec/replicas must be integer integer',
    ],
    [
      'a field that is left empty',
      (spec) => Object.assign(spec.template, { spec: null }),
      '/spec/template/spec must be object object',
    ],
    [
      'what has to be there',
      (spec) => Reflect.deleteProperty(spec, 'selector'),
      "/spec must have required property 'selector' selector",
    ],
  ])('%s', (_, change, fault) => {
    const copy = structuredClone(workload('agent'));
    change(copy.spec);
    expect(faultsOf(copy)).toEqual([fault]);
  });

  test('a kind that does not exist', () => {
    expect(faultsOf({ ...workload('agent'), apiVersion: 'apps/v2' })).toEqual([
      'no schema of apps/v2 Deployment',
    ]);
  });
});

test('labels lead to the pods that are meant', () => {
  for (const [name, { spec }] of workloads) {
    expect(labelled(spec.selector.matchLabels)).toEqual([name]);
    for (const { labelSelector } of spec.template.spec.topologySpreadConstraints ?? [])
      expect(labelled(labelSelector.matchLabels)).toEqual([name]);
  }
  const { spec: service } = objects.find(isOf('Service')) as Selecting;
  expect(labelled(service.selector)).toEqual(['control']);
  const [policy, others] = objects.filter(isOf('NetworkPolicy')) as [Selecting, Selecting];
  expect(labelled(policy.spec.podSelector.matchLabels)).toEqual(['control']);
  const [rule] = policy.spec.ingress ?? [];
  expect(rule?.from.flatMap(({ podSelector }) => labelled(podSelector.matchLabels))).toEqual([
    ...workloads.keys(),
  ]);
  const port = containerOf('control').ports?.[0];
  expect([service.ports[0]?.targetPort, rule?.ports[0]?.port]).toEqual([port?.name, port?.name]);
  expect([service.ports[0]?.port, port?.containerPort]).toEqual([6379, 6379]);
  expect(others.spec.ingress).toBeUndefined();
});

test('agents are spread over nodes, keep what they ask for, and may do nothing but send', () => {
  expect(workload('agent').spec.template.spec.topologySpreadConstraints?.[0]?.topologyKey).toBe(
    'kubernetes.io/hostname',
  );
  expect(kustomization.replicas.map(({ name }) => name)).toEqual(['agent']);
  for (const [name, { spec }] of workloads) {
    const { requests, limits } = containerOf(name).resources;
    expect(requests).toEqual(limits);
    expect(Object.keys(limits)).toEqual(['cpu', 'memory']);
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(containerOf(name).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('the image is that of this version', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const own = kustomization.images.map(({ name, newTag }) => [name, newTag]);
  expect(own).toEqual([['roundtrip', version]]);
  expect(['agent', 'coordinator'].map((name) => containerOf(name).image)).toEqual(['roundtrip', 'roundtrip']);
});

test('the only user of the control Redis has the rights that roundtrip agent --help prints', () => {
  const { args } = containerOf('control');
  const users = args.join(' ').split(' --user ').slice(1);
  expect(users).toEqual([
    'default off',
    controlUser.replace('ACL SETUSER ', '').replace('PASSWORD', '$(CONTROL_PASSWORD)'),
  ]);
});

test('the Secret of docs/scale.md has what the pods take from it', () => {
  const lines = shellLinesOf(readFileSync(join(projectRoot, 'docs/scale.md'), 'utf8'));
  const command = lines.map((line) => /create secret generic (\S+) (.*)/.exec(line) ?? []).flat();
  const keys = [...(command[2] ?? '').matchAll(/--from-(?:literal|file)=([\w.-]+)/g)].map(
    ([, key = '']) => key,
  );
  expect(keys).toEqual(['control-password', 'join', 'targets.json']);
  for (const [name, { spec }] of workloads) {
    for (const { value, valueFrom } of containerOf(name).env) {
      if (valueFrom) {
        expect(valueFrom.secretKeyRef.name).toBe(command[1]);
        expect(keys).toContain(valueFrom.secretKeyRef.key);
      } else {
        const { volumes = [] } = spec.template.spec;
        const [mount, temporary] = containerOf(name).volumeMounts ?? [];
        // The root is read-only: a profile makes its folder in /tmp.
        expect(temporary?.mountPath).toBe('/tmp');
        expect(volumes).toEqual([
          { name: mount?.name, secret: { secretName: command[1] } },
          { name: temporary?.name, emptyDir: {} },
        ]);
        expect(value).toBe(`${mount?.mountPath ?? ''}/targets.json`);
      }
    }
  }
});
