import { answerTasks } from '../task-thread.ts'
import { timelinePdf } from './timeline-pdf.ts'

answerTasks(timelinePdf)
