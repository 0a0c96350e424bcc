import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { readCommandLine } from './command-line'
import { minimalCommand } from './testing/provisioning'

const provisioning = ['--provision', '--service-url=https://pay.example', '--token-stdin']

describe('the command line', () => {
  it.each([
    ['opens the counter', [], { kind: 'open', practice: false }],
    ['opens practice', ['.', '--practice'], { kind: 'open', practice: true }],
    [
      'opens on a payment',
      ['--practice', '--lookup=ORDER-4711'],
      { kind: 'open', practice: true, lookUp: 'ORDER-4711' },
    ],
    [
      'opens on a payment, its code in a word of its own',
      ['--lookup', ' 483920174462'],
      { kind: 'open', practice: false, lookUp: '483920174462' },
    ],
    [
      'opens on the payment of a link',
      ['/app', 'tillside://lookup?code=4711'],
      { kind: 'open', practice: false, lookUp: '4711' },
    ],
    ['opens with the PC', ['--with-pc'], { kind: 'open', practice: false, withPc: true }],
    ['shows help before anything else', ['--provision', '--help'], { kind: 'help' }],
    [
      'checks an export of the journal',
      ['--verify-journal=day.json'],
      { kind: 'verify_journal', file: 'day.json', publicKey: undefined },
    ],
    [
      'checking an export with the till’s key',
      ['--verify-journal=day.json', '--public-key=AAAA'],
      { kind: 'verify_journal', file: 'day.json', publicKey: 'AAAA' },
    ],
    ['shows the version', ['--version'], { kind: 'version' }],
    [
      'lets the switches of Chromium and Electron pass',
      [
        '--no-sandbox',
        '--inspect=0',
        '--remote-debugging-port=0',
        '--user-data-dir=/x',
        '-r',
        'y.js',
        '/app',
      ],
      { kind: 'open', practice: false },
    ],
    [
      'provisions with what is given',
      [
        ...provisioning,
        '--device-id= till-3 ',
        '--till-name=Harbour Road',
        '--store-id= st-12 ',
        '--people',
        '--rules',
      ],
      {
        kind: 'provision',
        serviceAddress: 'https://pay.example',
        deviceId: 'till-3',
        tillName: 'Harbour Road',
        storeId: 'st-12',
        readsPeople: true,
        readsRules: true,
      },
    ],
    ['provisions with the least', provisioning, minimalCommand],
  ])('%s', (_name, words, command) => {
    expect(readCommandLine(words)).toEqual(command)
  })

  it.each([
    [['--practice=yes'], /'--practice' does not take an argument/],
    [['--provision', '--service-url'], /'--service-url <value>' argument missing/],
    [['--provision', '--service-url='], '--service-url needs a value: --service-url=…'],
    [['--provision', '--token-stdin'], /needs the address/],
    [['--provision', '--service-url=https://x'], /--token-stdin/],
    [[...provisioning, '--practice'], /needs no provisioning/],
    [[...provisioning, `--store-id=${'S'.repeat(65)}`], '--store-id can have 64 characters at most.'],
    [[...provisioning, `--till-name=${'S'.repeat(81)}`], '--till-name can have 80 characters at most.'],
    [['--device-id=7'], '--device-id belongs to --provision.'],
    [['--public-key=A'], '--public-key belongs to --verify-journal.'],
    [['--lookup'], /'--lookup <value>' argument missing/],
    [['--lookup', '--practice'], /'--lookup' argument is ambiguous/],
    [[`--lookup=${'1'.repeat(65)}`], '--lookup needs the code of a receipt: 64 characters at most.'],
    [['--lookup=1', 'tillside://lookup?code=1'], /^One code can be looked up at a time/],
    [['tillside://lookup?code=INV', '2026/1187'], /^One code can be looked up at a time/],
    [['--lookup=INV', '2026/1187'], 'One code can be looked up at a time: put one with a space in quotes.'],
    [['tillside://refund?code=1'], /^A link must read tillside:/],
  ])('says what is wrong with %j', (words, message) => {
    expect(readCommandLine(words)).toEqual({ kind: 'mistake', message: expect.stringMatching(message) })
  })

  it('takes another policy file in a build for development, and in the program that stores use refuses to', () => {
    const file = '--policy-file=/tmp/own.json'
    expect([
      readCommandLine([file], true),
      readCommandLine([...provisioning, file], true),
      readCommandLine([file]),
      readCommandLine([...provisioning, file]),
    ]).toEqual([
      { kind: 'open', practice: false, policyFile: '/tmp/own.json' },
      expect.objectContaining({ kind: 'provision', policyFile: '/tmp/own.json' }),
      { kind: 'mistake', message: '--policy-file is for development builds only.' },
      { kind: 'mistake', message: '--policy-file is for development builds only.' },
    ])
  })

  it('counts an id in characters, and takes a value in a word of its own', () => {
    const storeId = '店'.repeat(32) + '😀'.repeat(32)
    const command = readCommandLine([...provisioning, '--store-id', storeId])
    expect(command).toMatchObject({ kind: 'provision', storeId })
  })

  it('answers some command whatever the words, and each of them for some', () => {
    const begun = fc.constantFrom<readonly string[]>(
      ['.'],
      ['--practice'],
      ['--help'],
      ['--version'],
      ['--verify-journal=day.json'],
      provisioning,
    )
    const names = ['provision', 'practice', 'help', 'token-stdin', 'service-url', 'public-key', 'store-id']
    const text = fc.string({ maxLength: 40 })
    const word = fc.oneof(
      text,
      fc.constantFrom(...names.map((name) => `--${name}`)),
      fc.tuple(fc.constantFrom(...names), text).map(([name, value]) => `--${name}=${value}`),
      text.map((name) => `--${name}`),
    )
    const answered = new Set<string>()
    fc.assert(
      fc.property(begun, fc.array(word, { maxLength: 3 }), (first, others) => {
        answered.add(readCommandLine([...first, ...others]).kind)
      }),
      { numRuns: runs(500) },
    )
    const every = ['open', 'mistake', 'help', 'version', 'provision', 'verify_journal']
    expect([...answered].sort()).toEqual(every.sort())
  })
})
