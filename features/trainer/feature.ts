import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { openableAssets } from '#features/assets/server/contract.ts'
import { managers, managing } from '#features/targets/server/contract.ts'
import { lessonAssigned, lessonReminder } from './assigning/contract.ts'
import { isStillAsked, reminderJobs } from './assigning/server/assignmentNotices.ts'
import { followingJobs } from './assigning/server/following.ts'
import { assigningRoutes, whatTheyMay } from './assigning/server/routes.ts'
import { curriculumServed } from './curriculum/server/routes.ts'
import { sweepLessonVideos } from './curriculum/server/video.ts'
import { demoLessons } from './demo/server/demo.ts'
import { firmContentServed } from './firmContent/server/routes.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from './flagsContract.ts'
import { helpRoutes } from './help/server/routes.ts'
import { teamLearning } from './learning/server/contract.ts'
import { learningOfTeam } from './learning/server/teamLearning.ts'
import { lessonFeeds } from './lessons/server/feeds.ts'
import { myAssignments, myGroupAssignments, myLessons } from './lessons/server/myLessons.ts'
import { learningSheets } from './lessons/server/mySheets.ts'
import { lessonRoutes } from './lessons/server/routes.ts'
import { videoKinds } from './lessons/server/video.ts'
import { progress } from './progress/server/report.ts'
import { recordRoutes } from './record/server/routes.ts'
import { resourcesServed } from './resources/server/resources.ts'
import { answeredWorksheets } from './server/contract.ts'
import { worksheetComment } from './worksheets/contract.ts'
import { answeredSince } from './worksheets/server/answeredSince.ts'
import { worksheetFeeds } from './worksheets/server/feeds.ts'
import { myWorksheetComments, myWorksheets } from './worksheets/server/myWorksheets.ts'
import { userWorksheets, worksheetsReported } from './worksheets/server/report.ts'
import { worksheetRoutes } from './worksheets/server/routes.ts'

export const trainer = defineFeature({
  name: 'trainer',
  offers: [offer(answeredWorksheets, answeredSince), offer(teamLearning, learningOfTeam)],
  needs: { managers, managing, openableAssets },
  routes: (given) => [
    ...lessonRoutes,
    ...assigningRoutes(given.managing),
    ...recordRoutes(given.managers),
    ...worksheetRoutes(given.managers, given.managing),
    ...curriculumServed,
    ...firmContentServed,
    ...resourcesServed,
    ...helpRoutes(given.openableAssets),
  ],
  viewerReports: [progress, worksheetsReported, userWorksheets],
  jobs: [...reminderJobs, ...followingJobs, sweepLessonVideos],
  flags: [
    { ...trainerFlag, label: 'Trainer', tells: 'Lessons and worksheets.' },
    { ...transcriptsFlag, label: 'Transcripts', tells: 'Lessons come with transcripts.' },
    { ...brandedFlag, label: 'Firm Content', tells: 'The firm can add its own lessons.' },
  ],
  subscriptionData: [{ flag: trainerFlag, read: whatTheyMay }],
  files: videoKinds,
  demo: [demoLessons],
  feeds: [...lessonFeeds, ...worksheetFeeds],
  notices: [
    serveNotice(lessonAssigned, { isNews: isStillAsked }),
    serveNotice(lessonReminder, { isNews: isStillAsked }),
    serveNotice(worksheetComment),
  ],
  sheets: learningSheets,
  myData: [
    { name: 'lessons', page: myLessons },
    { name: 'lesson_assignments', page: myAssignments },
    { name: 'lesson_group_assignments', page: myGroupAssignments },
    { name: 'worksheets', page: myWorksheets },
    { name: 'worksheet_comments', page: myWorksheetComments },
  ],
})
