import { useState } from 'react'
import type { UserType } from '../../../../contract/recovery.ts'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { Choices } from '../../../components/Choices.tsx'
import { Form } from '../../../components/Form.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { TextLink } from '../../../components/TextLink.tsx'
import { texts } from '../../../texts.ts'
import { isAccountType } from '../login.ts'

const { access, recovery: words } = texts

/** What is to be got back: the e-mail address by SMS, or a way in by e-mail. */
export type Means = 'email' | 'temporary'
export interface Choice {
  readonly type: UserType
  readonly means: Means
}

const types = [
  { value: 'business', label: access.business },
  { value: 'client', label: access.client },
]
const ways = [
  { value: 'email', label: words.emailBySms },
  { value: 'temporary', label: words.temporaryPassword },
]

interface ChoiceStepProps {
  readonly chosen: Partial<Choice>
  readonly onChosen: (choice: Choice) => void
}

/** */
export function ChoiceStep({ chosen, onChosen }: ChoiceStepProps) {
  const [type, setType] = useState(chosen.type)
  const [means, setMeans] = useState(chosen.means)
  const submit = () => {
    if (type !== undefined && means !== undefined) onChosen({ type, means })
  }
  return (
    <Screen title={words.title} intro={words.intro} narrow>
      <Card>
        <Form label={words.title} onSubmit={submit} faults={0}>
          <Choices
            legend={access.accountType}
            choices={types}
            value={type ?? ''}
            onChange={(value) => isAccountType(value) && setType(value)}
          />
          <Choices
            legend={words.means}
            choices={ways}
            value={means ?? ''}
            onChange={(value) => setMeans(value === 'email' ? 'email' : 'temporary')}
          />
          <Button type="submit" disabled={type === undefined || means === undefined}>
            {words.next}
          </Button>
        </Form>
      </Card>
      <p>
        <TextLink to="/login">{words.toLogin}</TextLink>
      </p>
    </Screen>
  )
}
