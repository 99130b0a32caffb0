import { Card } from '../../../components/Card.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { texts } from '../../../texts.ts'
import { Export } from './Export.tsx'

const { danger: words } = texts.deletion

/** P-17, Q-36, Q-93: for both sides. */
export function DangerZone() {
  return (
    <Card title={words.title}>
      <div className="grid gap-5">
        <Export />
        <div className="grid gap-2">
          <p className="text-sm text-muted">{words.text}</p>
          <p>
            <LinkButton to="/account-deletion" look="danger">
              {words.link}
            </LinkButton>
          </p>
        </div>
      </div>
    </Card>
  )
}
