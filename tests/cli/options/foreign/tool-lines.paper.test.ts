import { describe, expect, test } from 'vitest';
import { shellParts, splitLine } from '../../../../server/cli/options/foreign/shell-line.ts';
import { readToolLine, readToolWords } from '../../../../server/cli/options/foreign/tool-command.ts';

describe('a line is split as a shell does', () => {
  test.each([
    [String.raw`a  "b c" 'd "e' f\ g`, ['a', 'b c', 'd "e', 'f g']],
    [String.raw`"a \"b\" \n" ''`, [String.raw`a "b" \n`, '']],
    ['a\\\n  b \\\r\n c', ['a', 'b', 'c']],
    ['--command="SET a b"', ['--command=SET a b']],
    ["$.a '$HOME' 'x|y'", ['$.a', '$HOME', 'x|y']],
  ])('%j', (line, words) => {
    expect(splitLine(line)).toEqual(words);
    expect(shellParts(line)).toEqual(words.map((text) => ({ is: 'word', text })));
  });

  test('with its operators, of which a number may be a part, and without comments', () => {
    expect(shellParts('a 2>&1 >f && b2>g; c # d\ne').map(({ is, text }) => `${is[0]}:${text}`)).toEqual([
      ...['w:a', 'o:2>&1', 'o:>', 'w:f', 'o:&&', 'w:b2', 'o:>', 'w:g', 'o:;', 'w:c', 'o:\n', 'w:e'],
    ]);
  });

  test.each([
    ['-h <host> -p 1', 'write a value in place of <host>'],
    ['-t set ^\n-c 5', 'a line that ends with ^ is of cmd.exe'],
    ['-t set `\n-c 5', 'a line that ends with ` is of PowerShell'],
    ['-a "x', 'a quote is not closed'],
  ])('%j is refused by name', (line, why) => {
    expect(() => shellParts(line)).toThrow(why);
  });
});

describe('a tool is found in what stands around it', () => {
  const tool = 'redis-benchmark';
  test.each([
    ['-t set', null, []],
    ['redis-benchmark -t set', tool, []],
    ['$ redis-benchmark -t set', tool, []],
    ['root@db:~# redis-benchmark -t set', tool, []],
    ['[me@db src]$ ./redis-benchmark -t set', tool, []],
    ['# redis-benchmark -t set', tool, []],
    ['C:/redis/redis-benchmark.exe -t set', tool, []],
    ['/usr/bin/redis-benchmark -t set', tool, []],
    ['$SRC/redis-benchmark -t set', tool, []],
    ['➜  ~ redis-benchmark -t set', tool, []],
    ['me@host:~/src$ ./redis-benchmark -t set', tool, []],
    ['# sets alone\nredis-benchmark -t set', tool, []],
    [String.raw`.\redis\redis-benchmark -t set`, tool, []],
    [String.raw`PS C:\> C:\redis\redis-benchmark.exe -t set`, tool, []],
    [
      'kubectl exec redis-benchmark -- redis-benchmark -t set',
      tool,
      ['kubectl exec redis-benchmark --: the load is sent from here'],
    ],
    ['redis-benchmark -t set # redis-benchmark -t get', tool, []],
    ['$PIN redis-benchmark -t set', tool, ['$PIN: the load is sent from here']],
    [
      'kubectl exec "$pod" -c r -- redis-benchmark -t set | tee $LOG',
      tool,
      ['kubectl exec $pod -c r --: the load is sent from here', '| tee $LOG: is not carried out'],
    ],
    ['sudo redis-benchmark -t set', tool, ['sudo: the load is sent from here']],
    ['A=secret redis-benchmark -t set', tool, ['A=…: the load is sent from here']],
    ['time taskset -c 2 redis-benchmark -t set', tool, ['time taskset -c 2: the load is sent from here']],
    [
      'kubectl exec -it pod -- redis-benchmark -t set',
      tool,
      ['kubectl exec -it pod --: the load is sent from here'],
    ],
    [
      'docker run --rm redis:7 redis-benchmark -t set',
      tool,
      ['docker run --rm redis:7: the load is sent from here'],
    ],
    ['bash -c "redis-benchmark -t set"', tool, ['bash -c: the load is sent from here']],
    [
      'redis-benchmark -t set > a.txt 2>&1',
      tool,
      ['> a.txt, 2>&1: output stays where it is; --csv FILE, --json FILE and --markdown FILE write files'],
    ],
    ['redis-benchmark -t set | tee a.txt', tool, ['| tee a.txt: is not carried out']],
    [
      'redis-cli flushall && redis-benchmark -t set; redis-cli info',
      tool,
      ['redis-cli flushall: is not carried out', '; redis-cli info: is not carried out'],
    ],
    [
      'redis-benchmark -t set\nredis-benchmark -t get',
      tool,
      ['the line has another run, of redis-benchmark: give it apart'],
    ],
  ])('%j', (line, name, notDone) => {
    expect(readToolLine(line)).toEqual({ tool: name, words: ['-t', 'set'], notDone });
  });

  test.each([
    'docker run --rm me/artifact-memtier_benchmark -t 1',
    'docker run --rm redislabs/memtier_benchmark:latest -t 1',
    'docker run redislabs/memtier_benchmark memtier_benchmark -t 1',
  ])('by its image: %s', (line) => {
    expect(readToolLine(line)).toMatchObject({ tool: 'memtier_benchmark', words: ['-t', '1'] });
  });

  test.each([
    ['docker exec kv benchmark -t set', 'docker starts a command, and the line names none of'],
    ['PASS=hunter2 bench', 'PASS=… starts a command'],
    ['for i in 1 2; do redis-benchmark -t set; done', 'give the line of the tool in it alone'],
    [
      'run_it redis-benchmark -t set',
      '"run_it" is not known to start redis-benchmark: give the line from there',
    ],
    ['redis-benchmark -h $HOST', 'a shell works out $HOST: write what it stands for in its place'],
    ['redis-benchmark -h "${HOST}"', 'a shell works out ${HOST}'],
    ['-c $(nproc --all)', 'a shell works out $(…)'],
    ['-c `nproc`', 'a shell works out `…`'],
    ['bash -c "redis-benchmark -c $C"', 'a shell works out $C'],
    ['RATE=$(redis-benchmark -t set -q | cut -f 2)', 'a shell works out $(…)'],
    ['#redis-benchmark -t set', 'the line has no command'],
    ['redis-benchmark -t set >', 'a file is missing behind >'],
  ])('%j is refused', (line, why) => {
    expect(() => readToolLine(line)).toThrow(why);
  });

  test('the name of a tool as an argument is none', () => {
    expect(readToolLine('set redis-benchmark 1')).toMatchObject({ tool: null });
    expect(readToolWords(['-a', 'redis-benchmark'])).toMatchObject({ tool: null });
  });
});
