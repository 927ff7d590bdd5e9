import type { Sharing } from '../contract/sharing.ts';

/** Bounds of a number, with its unit. */
export interface Limit {
  readonly min: number;
  readonly max: number;
  /** Used where a plan says nothing; absent where saying nothing has a meaning of its own. */
  readonly default?: number;
  readonly unit: string;
}

/** Characters of a text: how many, and which. */
interface TextBounds {
  readonly min: number;
  readonly max: number;
  readonly pattern?: RegExp;
}

/** The values that a setting takes. */
export type Form =
  | { readonly whole: Limit }
  | { readonly real: Limit }
  /** With what holds where a plan says nothing. */
  | { readonly flag: boolean }
  | { readonly choice: readonly (string | number)[] }
  | { readonly text: TextBounds }
  | { readonly list: Form; readonly least?: number; readonly most: number }
  | { readonly pair: Form };

/** One setting of a plan. Contract, command line, address and page are made of these rows. */
export type SettingRow = Form & {
  /** Where a plan says nothing, for a choice or a list. */
  readonly default?: unknown;
  /** Nobody can leave it out. */
  readonly required?: true;
  /** A plan that does not say it stays without; a default is then what somebody gets who asks for it. */
  readonly optional?: true;
  /** Whether it can be changed during a run, by those who may start one. */
  readonly live?: true;
  /**
   * `local`: it is read from the command line, the files that it names, and the library alone. `code`: from the words of
   * the command line and a call of the library alone, since it names code that is then run.
   */
  readonly origin?: 'local' | 'code';
  /** Who may read its texts in what is shared; absent: it has none, or they are private. */
  readonly sharing?: Sharing;
  /** How the page lets its number be chosen; absent: the page has no slider for it. */
  readonly slider?: Slider;
};

interface Slider {
  /** In the plan's unit; `Infinity`: the plan says nothing. */
  readonly stops: readonly number[];
  /** What a bare number that is typed is worth, in the plan's unit; absent: 1. */
  readonly bare?: number;
  /** Where the slider starts; absent: at the default. */
  readonly start?: number;
}

/** 1, 2, 5, 10, 20, 50 … up to `most`. */
export function oneTwoFive(most: number): number[] {
  const values: number[] = [];
  for (let power = 1; power <= most; power *= 10)
    for (const factor of [1, 2, 5]) if (power * factor <= most) values.push(power * factor);
  return values;
}

/** The settings of one part of a plan, by field. */
export type SettingRows = Readonly<Record<string, SettingRow>>;

/** Headings of the command line's help. */
export type OptionGroup =
  'What is sent' | 'How much' | 'How' | 'Where' | 'The private server' | 'Gate' | 'Output';

/** What people read of a setting in the schemas and in the command line's help; the page loads none of it. */
export interface SettingText {
  /** What the field means, with its unit. */
  readonly meaning: string;
  readonly group?: OptionGroup;
  /** What its option does; absent: it has no option. */
  readonly help?: string;
  /** Name of the option's value in the help; absent: its choices, or n. */
  readonly argument?: string;
}

export type Manual<S extends SettingRows> = { readonly [Name in keyof S]: SettingText };

/** What a reader's language calls settings; beside a slider stand the unit and a hint, too. */
export type SettingLabels<S> = {
  readonly [Name in keyof S]: S[Name] extends { slider: Slider }
    ? { readonly label: string; readonly unit: string; readonly hint: string }
    : string;
};

/** A value of a setting. */
export type ValueOf<F> = F extends { whole: Limit } | { real: Limit }
  ? number
  : F extends { flag: boolean }
    ? boolean
    : F extends { choice: readonly (infer Choice)[] }
      ? Choice
      : F extends { list: infer Item }
        ? ValueOf<Item>[]
        : F extends { pair: infer Item }
          ? [ValueOf<Item>, ValueOf<Item>]
          : string;

/** Whether a setting has a value where a plan says nothing. */
type HasDefault<S> = S extends { optional: true }
  ? false
  : S extends
        | { default: unknown }
        | { flag: boolean }
        | { whole: { default: number } }
        | { real: { default: number } }
    ? true
    : false;
export type NamesWithDefault<S extends SettingRows> = {
  [Name in keyof S]: HasDefault<S[Name]> extends true ? Name : never;
}[keyof S];

/** Bounds of a number; `null`: it is none. */
export const limitOf = (form: Form): Limit | null =>
  'whole' in form ? form.whole : 'real' in form ? form.real : null;

/** `undefined`: to say nothing is a value of its own. */
export const defaultOf = (setting: SettingRow): unknown =>
  setting.optional
    ? undefined
    : 'flag' in setting
      ? setting.flag
      : (limitOf(setting)?.default ?? setting.default);

type DefaultOf<S> = S extends { default: infer Word extends string } ? Word : ValueOf<S>;
/** What holds where a plan says nothing. */
export const defaultsOf = <S extends SettingRows>(settings: S) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => {
      const value = defaultOf(setting);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as { [Name in NamesWithDefault<S>]: DefaultOf<S[Name]> };

type LimitOf<S> = S extends { whole: infer L } ? L : S extends { real: infer L } ? L : never;
/** Bounds of all numbers among them. */
export const limitsIn = <S extends SettingRows>(settings: S) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => {
      const limit = limitOf(setting);
      return limit ? [[name, limit]] : [];
    }),
  ) as { [Name in keyof S as LimitOf<S[Name]> extends never ? never : Name]: LimitOf<S[Name]> };
