/** The templates for the group policy of Windows. */
import type { PolicyKey } from '../../src/main/policy/policy-fields'
import { escaped, fieldOf, type Group, groups, keysOf, xml } from './policy-keys'
import { policyWords } from './policy-words'

const namespace = 'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"'

/** On Windows authorities go into the PC's own store; a file of them is always refused there (read-policy.ts). */
const offered = (group: Group) => keysOf(group).filter((key) => key !== 'certificateAuthorities')

/** What reg.exe, which reads the values, would lose. */
const plainLetters = 'Plain letters of English only, and no question mark.'

/** The element by which a value is typed in, and the field of the form that goes with it. */
function elementOf(key: PolicyKey): { readonly element: string; readonly form: string } {
  const field = fieldOf(key)
  const name = `id="${key}" valueName="${key}"`
  const label = escaped(policyWords[key].title)
  if (field.enum !== undefined) {
    const items = field.enum.map((value) => {
      const stored =
        typeof value === 'number' ? `<decimal value="${value}" />` : `<string>${escaped(value)}</string>`
      return `<item displayName="$(string.${key}_${value})"><value>${stored}</value></item>`
    })
    return {
      element: `<enum ${name} required="true">${items.join('')}</enum>`,
      form: `<dropdownList refId="${key}" noSort="true">${label}</dropdownList>`,
    }
  }
  if (field.type === 'integer')
    return {
      element: `<decimal ${name} required="true" minValue="${field.minimum}" maxValue="${field.maximum}" />`,
      form: `<decimalTextBox refId="${key}" defaultValue="${field.minimum}">${label}</decimalTextBox>`,
    }
  if (field.type === 'array')
    return {
      element: `<multiText ${name} />`,
      form: `<text>${label}</text><multiTextBox refId="${key}" defaultHeight="4" />`,
    }
  const longest = field.maxLength === undefined ? '' : ` maxLength="${field.maxLength}"`
  return {
    element: `<text ${name}${longest} />`,
    form: `<textBox refId="${key}"><label>${label}</label></textBox>`,
  }
}

function admxPolicy(group: Group, key: PolicyKey): string {
  const isFlag = fieldOf(key).type === 'boolean'
  const form = isFlag ? '' : ` presentation="$(presentation.${group}_${key})"`
  const content = isFlag
    ? '<enabledValue><decimal value="1" /></enabledValue><disabledValue><decimal value="0" /></disabledValue>'
    : `<elements>${elementOf(key).element}</elements>`
  const value = isFlag ? ` valueName="${key}"` : ''
  return [
    `    <policy name="${group}_${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}_help)"${form} key="SOFTWARE\\Policies\\Tillside\\${group}"${value}>`,
    `      <parentCategory ref="${group}" />`,
    '      <supportedOn ref="any" />',
    `      ${content}`,
    '    </policy>',
  ].join('\n')
}

/** The policies and where their values are stored. */
export function admx(): string {
  return `${xml}
<policyDefinitions ${namespace} revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="tillside" namespace="Tillside.Policies" />
    <using prefix="windows" namespace="Microsoft.Policies.Windows" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="any" displayName="$(string.any)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Tillside" displayName="$(string.Tillside)" />
${groups.map((group) => `    <category name="${group}" displayName="$(string.${group})"><parentCategory ref="Tillside" /></category>`).join('\n')}
  </categories>
  <policies>
${groups.flatMap((group) => offered(group).map((key) => admxPolicy(group, key))).join('\n')}
  </policies>
</policyDefinitions>
`
}

/** Their words, and the forms in which they are set. */
export function adml(): string {
  const strings: Record<string, string> = {
    any: 'Every version of Windows that Tillside runs on',
    Tillside: 'Tillside',
    Enforced: 'Enforced: holds whatever the till has saved',
    Defaults: 'Defaults: holds until the till has saved another value',
  }
  for (const key of offered('Enforced')) {
    strings[key] = policyWords[key].title
    const { type, enum: values } = fieldOf(key)
    const isTyped = type === 'string' && values === undefined
    strings[`${key}_help`] = isTyped ? `${policyWords[key].help} ${plainLetters}` : policyWords[key].help
    for (const value of values ?? []) strings[`${key}_${value}`] = String(value)
  }
  const table = Object.entries(strings).map(
    ([id, text]) => `      <string id="${id}">${escaped(text)}</string>`,
  )
  const forms = groups.flatMap((group) =>
    offered(group)
      .filter((key) => fieldOf(key).type !== 'boolean')
      .map((key) => `      <presentation id="${group}_${key}">${elementOf(key).form}</presentation>`),
  )
  return `${xml}
<policyDefinitionResources ${namespace} revision="1.0" schemaVersion="1.0">
  <displayName>Tillside</displayName>
  <description>The policy of Tillside</description>
  <resources>
    <stringTable>
${table.join('\n')}
    </stringTable>
    <presentationTable>
${forms.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`
}
