export { clusterModule } from './module.ts';
export { NODE_QUESTIONS, orNotAnswering, type NamedNode, type NodeQuestions } from './node-questions.ts';
export { NODE_REGISTRY } from './node-registry.ts';
export { livingElsewhere, nodeName } from './other-nodes.ts';
export { LoadMeter } from './node-load.ts';
