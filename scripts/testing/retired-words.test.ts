/** Words that this project has given up for the field's own (docs/glossary.md) stay given up. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../setup/project.mjs'
import { sourceFiles } from './read-docs'

/** What was said, by what is said now. Whole identifiers; English words only where no English is meant. */
const retired: Readonly<Record<string, readonly string[]>> = {
  'refund service': ['RefundDesk', 'openRefundDesk', 'makeWorkingDesk', 'makeClosedDesk', 'refundDesk'],
  'refund operations, refund components': ['OpenedDesk', 'DeskWorks', 'makeDeskWorks', 'makeDeskNews'],
  'prefetch service, list import': ['OutageDesk', 'ListDesk', 'makeOutageDesk', 'makeListDesk'],
  'session, profile mode': ['OpenDesk', 'openDesk', 'deskNow', 'DeskMode', 'ClosingDesk'],
  'app state': ['DeskState', 'deskStateSchema', 'readDeskState', 'readDesk', 'deskChanged', 'onDeskChanged'],
  bridge: ['DeskApi', 'deskApi'],
  'service context, payments rig': ['ServiceDesk', 'PaymentsDesk', 'openPaymentsDesk', 'openWireDesk'],
  'window events': ['Teller', 'teller', 'makeTeller', 'fallSilent'],
  throttle: ['makeSlowTeller'],
  snapshot: ['Glance', 'glance', 'glanceOf', 'longestGlanceRemark', 'longestGlanceCode'],
  'pending events': ['Unwritten', 'unwritten', 'makeUnwritten'],
  'head anchor': ['HeadKeeper', 'headKeeper', 'makeHeadKeeper', 'keepingJournal'],
  orphan: ['Stray', 'strays', 'strayLocks'],
  'yield to the event loop': ['breathe', 'noBreath', 'longestBreath', 'giveWay', 'sortGivingWay'],
  'high-water': ['raiseMark', 'higherMark', 'FormerMark', 'formerMarkSchema', 'markDigest', 'marksAddUp'],
  'stamp, flag, hits, suffix': [
    'secretsMark',
    'credentialsMark',
    'welcomeMark',
    'WordMarks',
    'cutMark',
    'lastMark',
  ],
  'queued codes': ['Wanted', 'WantedCode', 'WantedCodes', 'WantedList', 'WantedRows', 'makeWantedRows'],
  'imported, oversized': ['makeTakenFiles', 'wasTaken', 'lastTaken', 'take_held', 'leave_held'],
  'an answer without a record': ['mostOdd'],
  'start and stop': ['makeBell', 'bell', 'hush'],
  'connect, handshake, exchange': ['dial', 'shakeHands', 'talk', 'ConnectionMeans', 'ExchangeMeans'],
  fault: [
    'JournalProblem',
    'OpeningProblem',
    'ExportProblem',
    'AmountProblem',
    'FolderTrouble',
    'listTroubles',
  ],
  viewer: ['CopyOwner', 'makeKnownOwner', 'ownerOf'],
  check: ['lookNow', 'quietLooks', 'lookTargets'],
  'hardened contents and session': ['openClosedSession', 'closeAllContents'],
  'store (of the window)': [
    'useDesk',
    'DeskStore',
    'GetDesk',
    'SetDesk',
    'DeskPorts',
    'makeDeskStore',
    'adoptDesk',
    'aDesk',
  ],
  'refund in flight, buffered scan': ['isHeld', 'HeldScan', 'holdScans', 'HeldList'],
  'attribute, badge': ['scanFieldMark', 'drawnMark', 'ChangedMark'],
  'what is wrong with a draft': ['AmountTrouble', 'DraftTrouble'],
  'live region': ['Spoken'],
  quarantine: ['setAside'],
  Deps: ['Surroundings', 'surroundings', 'WindowSurroundings', 'RefundDeskParts', 'IssueParts', 'SendParts'],
}

/** Fields of a former journal's lines, which lie on disk. */
const onDisk = {
  folder: path.join('src', 'main', 'journal', 'former'),
  words: ['glance', 'setAside', 'quietLooks'],
}

/** The code alone: without comments, and without what stands in quotes on one line. */
function codeOf(source: string): string {
  return source.replace(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm,
    (found) => (found.startsWith('/') ? ' ' : "''"),
  )
}

const files = sourceFiles(/\.(?:tsx?|mjs|cjs|js)$/).map((file) => ({
  name: path.relative(projectFolder, file),
  words: new Set(codeOf(readFileSync(file, 'utf8')).match(/[\w$]+/g)),
}))

describe('words that were given up', () => {
  it.each(Object.entries(retired))('%s is not said otherwise', (_, words) => {
    const said = files.flatMap(({ name, words: own }) =>
      words
        .filter((word) => own.has(word) && !(name.startsWith(onDisk.folder) && onDisk.words.includes(word)))
        .map((word) => `${name}: ${word}`),
    )
    expect(said).toEqual([])
  })

  it('are found in code, and not where somebody writes English', () => {
    const source =
      "/** A teller. */ const teller = 'glance' // breathe\nconst url = 'https://dial'; run(hush)"
    expect(codeOf(source).match(/\w+/g)).toEqual(['const', 'teller', 'const', 'url', 'run', 'hush'])
  })

  it('name no channel and no signal', () => {
    const named = sourceFiles(/\.(?:tsx?|mjs)$/).filter((file) =>
      /['"`]desk:/.test(readFileSync(file, 'utf8')),
    )
    expect(named.filter((file) => !file.endsWith('retired-words.test.ts'))).toEqual([])
  })
})
