/** Runs jobs with limited concurrency. Returns the results in the order of the jobs. */
export async function inParallel<Job, Result>(
  jobs: readonly Job[],
  workers: number,
  work: (job: Job) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) {
      const place = next;
      next += 1;
      results[place] = await work(jobs[place] as Job);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, worker));
  return results;
}
