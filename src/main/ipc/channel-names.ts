import type { Channel } from '../../shared/contract'

/** The contract's channels without its schemas, which are loaded only after the window has begun to load. */
const channels = {
  'desk:read': true,
  'lookup:find': true,
  'lookup:saved': true,
  'lookup:next-number': true,
  'lookup:related': true,
  'lookup:recent': true,
  'copies:search': true,
  'copies:matches': true,
  'refund:issue': true,
  'activity:list': true,
  'activity:open': true,
  'activity:look': true,
  'activity:decide': true,
  'activity:export': true,
  'journal:begin': true,
  'settings:save': true,
  'token:save': true,
  'token:forget': true,
  'copies:count': true,
  'copies:forget': true,
  'supervisor:set-pin': true,
  'outage:read': true,
  'outage:report': true,
  'outage:take-list': true,
  'outage:choose-file': true,
  'outage:choose-folder': true,
  'outage:clear-folder': true,
  'outage:steer': true,
  'outage:save-report': true,
  'practice:enter': true,
  'practice:leave': true,
  'paper:print': true,
  'paper:save-pdf': true,
  'clipboard:copy': true,
  'window:report-error': true,
  'window:reload': true,
} as const satisfies Readonly<Record<Channel, true>>

// The type checker has just seen that these keys are the channels, no more and no fewer.
export const channelNames = Object.keys(channels) as readonly Channel[]
