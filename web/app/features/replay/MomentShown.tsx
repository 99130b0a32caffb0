import type { CaseMoment, CaseReplay } from '../../../contract/replay.ts'
import { Card } from '../../components/Card.tsx'
import { texts } from '../../texts.ts'
import { AppealShown } from './AppealShown.tsx'
import { DecisionShown } from './DecisionShown.tsx'
import { ViewShown } from './ViewShown.tsx'

const { replay: words } = texts

interface MomentShownProps {
  readonly replay: CaseReplay
  readonly moment: CaseMoment
}

/** The case once the moment had passed and, of a decision, why it was taken and what its maker saw. */
export function MomentShown({ replay, moment }: MomentShownProps) {
  const { decision, appeal, view, what } = moment
  return (
    <div className="grid min-w-0 gap-5">
      <Card title={words.asItWas}>
        <ViewShown replay={replay} view={view} compared={what === 'ReviewEdited'} />
      </Card>
      {appeal !== null && (appeal.text !== null || appeal.outcome !== null) && (
        <Card title={words.appealed}>
          <AppealShown appeal={appeal} />
        </Card>
      )}
      {decision !== null && (
        <Card title={words.decision}>
          <DecisionShown decision={decision} />
        </Card>
      )}
      {decision !== null && decision.saw !== null && (
        <Card title={words.saw}>
          <ViewShown replay={replay} view={decision.saw} />
        </Card>
      )}
    </div>
  )
}
