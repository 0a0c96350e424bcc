import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { welcomeWords } from '../words/welcome-words'
import { PracticeSheet } from './practice-sheet'

/** The practice codes on screen, with the way to paper. */
export function PracticeSheetDialog() {
  const putOnPaper = useStore((state) => state.putOnPaper)
  const content = { subject: 'practice_sheet' } as const
  return (
    <DialogWindow
      title={welcomeWords.sheetTitle}
      wide
      actions={
        <>
          <PressButton onPress={() => putOnPaper(content, 'print')}>{welcomeWords.print}</PressButton>
          <PressButton onPress={() => putOnPaper(content, 'pdf')}>{welcomeWords.savePdf}</PressButton>
        </>
      }
    >
      <PracticeSheet on="screen" />
    </DialogWindow>
  )
}
