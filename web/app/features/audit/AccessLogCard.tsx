import { LinkButton } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { auditTexts } from './texts.ts'

const texts = auditTexts.own

/** Leads from the profile to the access log. @rule Q-97 */
export function AccessLogCard() {
  return (
    <Card title={texts.title}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{texts.card}</p>
        <p>
          <LinkButton to="/profile/access-log" variant="secondary">
            {texts.open}
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
