import type { Command } from 'commander'
import type { Resources } from '../composition/bootstrap.ts'
import type { Config } from '../composition/config.ts'
import { OperatorError } from '../operator-error.ts'
import { withResources } from '../composition/operator.ts'
import { countMessages, listMessages, retryMessages } from '../reactions/policy-runner.ts'

/** Lists and retries e-mails and other jobs that events have requested. */
export const outboxCommands = (program: Command, config: () => Config): void => {
  const outbox = program.command('outbox').description('manage e-mails and other jobs that are not delivered')
  outbox
    .command('list')
    .description('list messages that are given up or queued, without their contents')
    .action(() => withResources(config(), listOutbox))
  outbox
    .command('retry')
    .description('retry messages that are given up, and at once those that wait for another attempt')
    .argument('[key]', 'key of a message in the list; all by default')
    .action((key: string | undefined) => withResources(config(), (resources) => retryOutbox(resources, key)))
}

const maxListed = 200

const listOutbox = async ({ storage: { queries } }: Resources): Promise<void> => {
  const listed = await listMessages(queries, maxListed)
  if (listed.length > 0) console.table(listed)
  const { givenUp, queued, delivered } = await countMessages(queries)
  console.log(`${givenUp} given up, ${queued} queued, ${delivered} delivered.`)
  if (givenUp + queued > listed.length) console.log(`The list shows the first ${listed.length}.`)
}

const retryOutbox = async ({ storage: { queries }, jobs }: Resources, key: string | undefined): Promise<void> => {
  if (key === undefined) {
    const givenUp = await retryMessages(queries, jobs, 'given up')
    const waiting = await retryMessages(queries, jobs, 'waiting')
    console.log(`${givenUp + waiting} retried.`)
  } else {
    const found = await retryMessages(queries, jobs, { key })
    if (found === 0) throw new OperatorError(`The outbox has no message ${key} to retry; \`outbox list\` lists them.`)
    console.log('The message is retried.')
  }
}
