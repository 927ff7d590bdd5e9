import * as z from 'zod/mini';
import { describe } from '../contract/describe.ts';
import { sharedAs } from '../contract/sharing.ts';
import {
  defaultOf,
  type Form,
  type Manual,
  type NamesWithDefault,
  type SettingRow,
  type SettingRows,
  type ValueOf,
} from './setting.ts';

type SchemaOf<F> = z.ZodMiniType<ValueOf<F>, ValueOf<F>>;

/** Fields as a plan may hold them: what it leaves out has its default, or stays absent. */
type Shape<S extends SettingRows> = {
  [Name in keyof S]: Name extends NamesWithDefault<S>
    ? z.ZodMiniDefault<SchemaOf<S[Name]>>
    : S[Name] extends { required: true }
      ? SchemaOf<S[Name]>
      : z.ZodMiniOptional<SchemaOf<S[Name]>>;
};
/** Fields that differ: none has a default. */
type OwnShape<S extends SettingRows> = { [Name in keyof S]: z.ZodMiniOptional<SchemaOf<S[Name]>> };

function formSchema(form: Form): z.ZodMiniType {
  if ('whole' in form) return z.int().check(z.minimum(form.whole.min), z.maximum(form.whole.max));
  if ('real' in form) return z.number().check(z.minimum(form.real.min), z.maximum(form.real.max));
  if ('flag' in form) return z.boolean();
  if ('choice' in form) {
    const words = form.choice.filter((one) => typeof one === 'string');
    const literals = form.choice.map((one) => z.literal(one));
    if (words.length < literals.length) return z.union(literals);
    return literals.length === 1 && literals[0] ? literals[0] : z.enum(words);
  }
  if ('text' in form) {
    const { min, max, pattern } = form.text;
    if (pattern) return z.string().check(z.regex(pattern));
    return z.string().check(z.minLength(min), z.maxLength(max));
  }
  if ('list' in form)
    return z
      .array(formSchema(form.list))
      .check(...(form.least === undefined ? [] : [z.minLength(form.least)]), z.maxLength(form.most));
  return z.tuple([formSchema(form.pair), formSchema(form.pair)]);
}

const marked = (setting: SettingRow): z.ZodMiniType =>
  setting.sharing ? sharedAs(setting.sharing, formSchema(setting)) : formSchema(setting);

const fieldsOf = <S extends SettingRows>(
  settings: S,
  manual: Manual<S>,
  field: (schema: z.ZodMiniType, setting: SettingRow) => z.ZodMiniType,
) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      describe(field(marked(setting), setting), manual[name as keyof S].meaning),
    ]),
  ) as unknown;

/** A schema for each setting, with its default. */
export const shapeOf = <S extends SettingRows>(settings: S, manual: Manual<S>): Shape<S> =>
  fieldsOf(settings, manual, (schema, setting) => {
    if (setting.required) return schema;
    const usual = defaultOf(setting);
    return usual === undefined ? z.optional(schema) : z._default(schema, usual);
  }) as Shape<S>;

/** A schema for each setting, as somebody names it. */
export const ownShapeOf = <S extends SettingRows>(settings: S, manual: Manual<S>): OwnShape<S> =>
  fieldsOf(settings, manual, (schema) => z.optional(schema)) as OwnShape<S>;

/** The settings that can be changed during a run. */
type LiveShape<S extends SettingRows> = OwnShape<{
  [Name in keyof S as S[Name] extends { live: true } ? Name : never]: S[Name];
}>;
export const liveShapeOf = <S extends SettingRows>(settings: S, manual: Manual<S>): LiveShape<S> =>
  Object.fromEntries(
    Object.entries(ownShapeOf(settings, manual)).filter(([name]) => settings[name]?.live),
  ) as LiveShape<S>;
