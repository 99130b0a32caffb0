import type { CaseMoment } from '../../../contract/replay.ts'
import { texts } from '../../texts.ts'
import { Fact, Facts } from './Facts.tsx'

const { replay: words } = texts

interface AppealShownProps {
  readonly appeal: NonNullable<CaseMoment['appeal']>
}

/** What was said against a decision, or what became of it. */
export function AppealShown({ appeal: { text, outcome } }: AppealShownProps) {
  return (
    <Facts>
      {text !== null && <Fact name={words.appealWords}>{text === '' ? words.erased : text}</Fact>}
      {outcome !== null && <Fact name={words.outcome}>{words.outcomes[outcome]}</Fact>}
    </Facts>
  )
}
