import { DecisionList } from './DecisionList.tsx'
import { DecisionAppeal } from './OwnAppeals.tsx'

/** Each decision with the way to turn against it. */
export function DecisionsPage() {
  return <DecisionList renderAppeal={(decision) => <DecisionAppeal decision={decision} />} />
}
