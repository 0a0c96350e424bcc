import type { ReactNode } from 'react'
import type { SettingName } from '../../shared/setting-names'
import { useStore } from '../store/store-context'
import { settingsWords } from '../words/settings'
import './locked.css'

/** A setting's own controls: where the administrator's policy sets it they can't be used, and it says so beside them. */
export function Locked(props: { readonly setting: SettingName; readonly children: ReactNode }) {
  const isSet = useStore((state) => state.app.setByPolicy.includes(props.setting))
  if (!isSet) return props.children
  return (
    <fieldset className="locked" disabled>
      {props.children}
      <p className="help">{settingsWords.setByPolicy}</p>
    </fieldset>
  )
}
