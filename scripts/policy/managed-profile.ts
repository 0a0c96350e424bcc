/** The example for the device management of macOS. */
import type { PolicyKey } from '../../src/main/policy/policy-fields'
import { escaped, exampleValues, type Group, groups, keysOf, xml } from './policy-keys'

/** What an administrator begins from; none of the rest is enforced by somebody who only imports it. */
const exampleOf: Readonly<Record<Group, readonly PolicyKey[]>> = {
  Enforced: ['serviceAddress', 'startWithPc', 'keepDays'],
  Defaults: ['storeName', 'textSize', 'related'],
}

function plistValue(value: (typeof exampleValues)[PolicyKey], indent: string): string {
  if (typeof value === 'boolean') return `${indent}<${value} />`
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`
  const items = value.map((each) => `${indent}  <string>${escaped(each)}</string>`)
  return [`${indent}<array>`, ...items, `${indent}</array>`].join('\n')
}

function plistGroup(group: Group): string {
  const used = exampleOf[group]
  const lines = used.map(
    (key) => `          <key>${key}</key>\n${plistValue(exampleValues[key], '          ')}`,
  )
  // Named for whoever writes his own; a comment, so that importing the file as it is sets nothing by the way.
  const others = keysOf(group).filter((key) => !used.includes(key))
  return [
    `        <key>${group}</key>`,
    '        <dict>',
    ...lines,
    `          <!-- also: ${others.join(', ')} -->`,
    '        </dict>',
  ].join('\n')
}

/** A configuration profile, to be changed by whoever imports it. */
export function mobileconfig(): string {
  const payload = (type: string, id: string, uuid: string, indent: string) =>
    [
      ['PayloadType', type],
      ['PayloadIdentifier', id],
      ['PayloadUUID', uuid],
      ['PayloadDisplayName', 'Tillside'],
    ]
      .map(([key, value]) => `${indent}<key>${key}</key>\n${indent}<string>${value}</string>`)
      .concat(`${indent}<key>PayloadVersion</key>\n${indent}<integer>1</integer>`)
      .join('\n')
  return `${xml}
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- An example: change the values, and give both payloads a UUID of your own. -->
<plist version="1.0">
  <dict>
    <key>PayloadContent</key>
    <array>
      <dict>
${payload('app.tillside.desk', 'app.tillside.desk.policy', '8F2C5A0E-6B1D-4E7A-9C35-2D4F60718293', '        ')}
${groups.map(plistGroup).join('\n')}
      </dict>
    </array>
    <key>PayloadScope</key>
    <string>System</string>
${payload('Configuration', 'app.tillside.desk.profile', '1B7E93D4-0C5A-4F28-8E61-7A9B3C2D4E5F', '    ')}
  </dict>
</plist>
`
}
