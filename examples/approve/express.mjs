// Express: POST /payments shows the worst case, POST /payments/:id pays what the
// user accepted.
import express from "express";
import { answer, offer, pay } from "./payments.mjs";

const app = express();
app.use(express.json());

app.post("/payments", async (request, response) => {
  const { status, body } = await answer(() => offer(request.body));
  response.status(status).json(body);
});

app.post("/payments/:id", async (request, response) => {
  const { status, body } = await answer(() => pay(request.params.id, request.body));
  response.status(status).json(body);
});

app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
