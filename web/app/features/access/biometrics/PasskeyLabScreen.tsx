import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { texts } from '../../../texts.ts'

const { workshop: words } = texts.biometrics

/** Marked experimental, and inert on purpose. */
export function PasskeyLabScreen() {
  return (
    <Screen title={words.labTitle} intro={words.labIntro} narrow>
      <Card>
        <div className="flex flex-wrap gap-3">
          {words.labActions.map((action) => (
            <Button key={action} look="secondary" disabled>
              {action}
            </Button>
          ))}
        </div>
      </Card>
    </Screen>
  )
}
