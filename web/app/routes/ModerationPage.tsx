import { SanctionsConsole } from '../features/conduct/SanctionsConsole.tsx'
import { ModerationScreen } from '../features/moderation/ModerationScreen.tsx'

/** R-76, and the desk of sanctions. */
export function ModerationPage() {
  return <ModerationScreen sanctions={<SanctionsConsole />} />
}
