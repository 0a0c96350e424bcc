import { lazy, Suspense } from 'react'
import { Counter } from './counter'
import { useDesk } from './desk/desk-context'
import { Dialogs } from './dialogs'
import { Footer } from './frame/footer'
import { Header } from './frame/header'
import { NoticeBar } from './frame/notice-bar'
import { PracticeBand } from './frame/practice-band'
import { Spoken } from './frame/spoken'
import { DropPlace } from './outage/drop-place'
import { PaperHost } from './paper/paper-host'
import { appWords } from './words/app-words'

const Activity = lazy(() => import('./activity/activity').then((file) => ({ default: file.Activity })))
const Search = lazy(() => import('./search/search').then((file) => ({ default: file.Search })))
const Settings = lazy(() => import('./settings/settings').then((file) => ({ default: file.Settings })))
const Welcome = lazy(() => import('./welcome/welcome').then((file) => ({ default: file.Welcome })))

function CurrentPlace() {
  const place = useDesk((state) => state.place)
  const welcome = useDesk((state) => state.desk.mode === 'welcome')
  switch (place) {
    case 'counter':
      return welcome ? <Welcome /> : <Counter />
    case 'activity':
      return <Activity />
    case 'settings':
      return <Settings />
    case 'search':
      return <Search />
  }
}

/** The window: header, one place, the keys that work now. */
export function App() {
  return (
    <div className="frame">
      <Header />
      <PracticeBand />
      <Suspense fallback={<main className="waiting">{appWords.wait}</main>}>
        <CurrentPlace />
      </Suspense>
      <Footer />
      <NoticeBar />
      <Dialogs />
      <PaperHost />
      <DropPlace />
      <Spoken />
    </div>
  )
}
