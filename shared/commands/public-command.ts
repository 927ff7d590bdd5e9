import { redisCommand } from './redis.ts';

/** Commands of the modules that come with Redis, without the name of the module. */
const ofModules: Readonly<Record<string, string>> = {
  bf: 'add card exists info insert loadchunk madd mexists reserve scandump',
  cf: 'add addnx compact count del exists info insert insertnx loadchunk mexists reserve scandump',
  cms: 'incrby info initbydim initbyprob merge query',
  ft: '_list aggregate aliasadd aliasdel aliasupdate alter config create cursor dictadd dictdel dictdump dropindex explain explaincli hybrid info profile search spellcheck sugadd sugdel sugget suglen syndump synupdate tagvals',
  json: 'arrappend arrindex arrinsert arrlen arrpop arrtrim clear debug del forget get merge mget mset numincrby nummultby numpowby objkeys objlen resp set strappend strlen toggle type',
  tdigest: 'add byrank byrevrank cdf create info max merge min quantile rank reset revrank trimmed_mean',
  topk: 'add count incrby info list query reserve',
  ts: 'add alter create createrule decrby del deleterule get incrby info madd mget mrange mrevrange queryindex range revrange',
};

const known = new Set(
  Object.entries(ofModules).flatMap(([module, names]) => names.split(' ').map((name) => `${module}.${name}`)),
).add('sentinel');

/** True where it is a command of Redis or of its modules, and not a name that a program made. */
export function isPublicCommand(name: string): boolean {
  const command = name.toLowerCase();
  return redisCommand(command) !== undefined || known.has(command);
}
