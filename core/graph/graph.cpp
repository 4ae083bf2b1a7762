#include "core/graph/graph.h"

#include "core/py/check.h"

namespace suture::graph {

ValueId Graph::addInput(Metadata metadata) {
  Results results;
  results.parts.push_back(std::move(metadata));
  nodes_.push_back({Input{inputCount_++}, std::move(results)});
  return {static_cast<std::uint32_t>(nodes_.size() - 1), 0};
}

ValueId Graph::addCall(Call call, Results results) {
  nodes_.push_back({std::move(call), std::move(results)});
  return {static_cast<std::uint32_t>(nodes_.size() - 1), 0};
}

void Graph::undoTo(Mark mark) {
  SUTURE_CHECK(outputs_.empty(), "a finished graph is cut back");
  SUTURE_CHECK(mark.nodes <= nodes_.size(), "a mark of another graph");
  while (nodes_.size() > mark.nodes) {
    if (nodes_.back().asInput() != nullptr) --inputCount_;
    nodes_.pop_back();
  }
}

std::vector<bool> Graph::live() const {
  std::vector<bool> live(nodes_.size());
  for (ValueId output : outputs_) live[output.node] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Call* call = nodes_[i].asCall();
    if (call == nullptr) continue;
    if (nodes_[i].results.mayRaise) live[i] = true;
    if (live[i]) call->forEachValue([&](ValueId value) { live[value.node] = true; });
  }
  return live;
}

}  // namespace suture::graph
