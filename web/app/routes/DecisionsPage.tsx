import { AppealAgainst } from '../features/appeals/AppealAgainst.tsx'
import { DecisionsScreen } from '../features/decisions/DecisionsScreen.tsx'

/** Each decision with the way to turn against it. */
export function DecisionsPage() {
  return <DecisionsScreen renderAppeal={(decision) => <AppealAgainst decision={decision} />} />
}
